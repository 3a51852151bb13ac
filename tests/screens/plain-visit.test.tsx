/** @jest-environment ./tests/page-environment.cjs */
/**
 * A plain visit to any page of any line, by somebody who is not signed in and brings nothing along: it makes no call that
 * lacks what it needs, and none whose ordinary answer a browser's console would show as a fault.
 */

import Ajv from 'ajv';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage } from './page.tsx';
import { settle } from './settle.ts';

type Pack = ReturnType<OpenPage['running']['model']['get']>['pack'];

const ajv = new Ajv({ strict: false });

test('no page asks for what it cannot get', async () => {
  const faults: string[] = [];
  // What lines say alike is looked at once.
  const seen = new Set<string>();
  for (const [line, { server, languages }] of Object.entries(await compiledLines())) {
    const { screens } = languages.en as never as { screens: Record<string, { pack: Pack }> };
    for (const [screen, { pack }] of Object.entries(screens)) {
      const what = JSON.stringify([screen, pack.events, pack.calls]);
      if (seen.has(what)) continue;
      seen.add(what);
      const page: OpenPage = await openPage({ line, screen, answers: {} });
      await settle();
      for (const { method, path, body } of page.world.http.requests) {
        const own = Object.entries(server.calls).filter(([, call]) => call.method === method && call.path === path);
        const [id, call] = own[0] as (typeof own)[number];
        const fault = `${line} ${screen}: ${id}`;
        if (!ajv.validate(server.api[id]?.request ?? {}, body)) faults.push(`${fault} ${ajv.errorsText()}`);
        // Nobody is signed in: whatever may answer so does, but for what begins a sign-in.
        if ((body as { purpose?: string } | undefined)?.purpose === 'sign-in') continue;
        if (call.fails.includes('602') && !call.plain?.includes('602')) faults.push(`${fault} answers 602`);
      }
      page.unmount();
    }
  }
  expect(faults).toEqual([]);
});
