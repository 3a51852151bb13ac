/** @jest-environment ./tests/page-environment.cjs */
/** Whoever registers while signed in is told so: on every page of registration of every line, then or once they look again. */
import '@testing-library/jest-dom';
import { act } from '@testing-library/react';
import { goTo } from '../../src/screens/navigate.ts';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const SIGNED_IN = ok({ username: 'mei_lin' });
const OUT = recorded('session', '602');
const key = (screen: string): string => `screens.${screen}.texts.signed-in`;

/** The page of registration, as one comes to it from the page before. */
async function opened(line: string, language: string, screen: string, session: () => unknown): Promise<OpenPage> {
  const answers = { session: session as () => typeof OUT };
  const page = await openPage({ line, language, screen: 'register', answers });
  if (screen !== 'register') await act(async () => void (await goTo(page.running, screen)));
  await settle();
  return page;
}

test('every page of every line and language: at once, once looked at again, and no longer', async () => {
  const faults: string[] = [];
  let pages = 0;
  for (const [line, { languages }] of Object.entries(await compiledLines()))
    for (const [language, { screens }] of Object.entries(languages))
      for (const screen of Object.keys(screens).filter((each) => /^register(-account)?$/.test(each))) {
        let session = OUT;
        const page = await opened(line, language, screen, () => session);
        const words = spoken(key(screen), { username: 'mei_lin' }, line, language);
        const says = (): boolean => page.container.textContent?.includes(words) === true;
        const look = async (): Promise<boolean> => {
          act(() => page.world.clock.hide(true));
          act(() => page.world.clock.hide(false));
          await settle();
          return says();
        };
        const told = [says()];
        session = SIGNED_IN;
        told.push(await look());
        session = OUT;
        told.push(await look());
        page.unmount();
        session = SIGNED_IN;
        const again = await opened(line, language, screen, () => session);
        told.push(again.container.textContent?.includes(words) === true);
        again.unmount();
        pages += 1;
        if (told.join() !== 'false,true,false,true') faults.push(`${line} ${language} ${screen}: ${told}`);
      }
  expect(faults).toEqual([]);
  expect(pages).toBeGreaterThanOrEqual(18);
}, 300_000);
