/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Every sentence of every error, in each language of each line, when the answer brought nothing but its code: it reads
 * as a sentence, without a hole where something was to be named.
 */
import { readdirSync } from 'node:fs';
import { createTexts } from '../../src/engine/messages.ts';
import type { Messages } from '../../src/engine/pack.ts';
import { paramsOf } from '../../src/screens/page.ts';
import { compileMessage } from '../../src/tools/compile-messages.ts';
import { loadData } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';
import { openPage } from './page.tsx';

const lines = readdirSync('lines').filter((name) => !name.startsWith('_'));

const HOLE = /\s[.,;:!?]|\s{2}|[，。！？；：、]{2}|\(\s*\)|（\s*）|“\s*”|[{}<>]|请再试/u;

/** What an answer of these codes cannot do without: the request's id, and the line that a code of our own is about. */
const ALWAYS = { requestId: 'r-1', otherBrand: 'Another' };

test.each(lines)('on %s', async (line) => {
  const resolved = resolveAll(await loadData('.')).lines[line];
  const wrong: string[] = [];
  let count = 0;
  for (const language of resolved?.line.languages.offered ?? []) {
    const page = await openPage({ line, language, screen: 'sign-in' });
    const params = paramsOf(page.running, page.running.model.get());
    const messages: Messages = Object.fromEntries(
      Object.entries(resolved?.messages[language] ?? {})
        .filter(([key]) => key.startsWith('errors.'))
        .map(([key, text]) => [key, compileMessage(text)]),
    );
    const texts = createTexts({ catalogs: [messages], language, production: true });
    for (const key of Object.keys(messages)) {
      const said = texts.text(key, { ...params, ...ALWAYS });
      count += 1;
      if (HOLE.test(said.replaceAll(/<\/?(?:b|link)>/g, ''))) wrong.push(`${language} ${key}: ${said}`);
    }
    page.unmount();
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(200);
});
