/** @jest-environment ./tests/page-environment.cjs */
/** Two tabs, two languages: each goes on in its own, since whoever uses a tab makes its language the one that is stored. */
import { act } from '@testing-library/react';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage } from './page.tsx';
import { settle } from './settle.ts';

const USES: Readonly<Record<string, (page: OpenPage) => Promise<void> | void>> = {
  'a press': ({ user, container }) => user.click(container.querySelector('input') as HTMLElement),
  'a look at it': ({ world }) => {
    act(() => world.clock.hide(true));
    act(() => world.clock.hide(false));
  },
};

test.each(Object.entries(USES))('%s, on every line and in every language', async (_, use) => {
  const wrong: string[] = [];
  for (const [line, { server }] of Object.entries(await compiledLines())) {
    const { offered } = server.line.languages;
    for (const language of offered) {
      const page = await openPage({ line, language, screen: 'sign-in' });
      await settle();
      const { store } = page.world;
      const other = offered.find((each) => each !== language) as string;
      // Nobody chose: nothing is chosen by using it.
      await use(page);
      const unchosen = store.read('language');
      store.write('language', other);
      store.write('languageFlag', String(server.enums.languageFlag?.[other]));
      await use(page);
      const told = [unchosen, store.read('language'), store.read('languageFlag')].join();
      const expected = [undefined, language, server.enums.languageFlag?.[language]].join();
      if (told !== expected) wrong.push(`${line} ${language}: ${told}`);
      page.unmount();
    }
  }
  expect(wrong).toEqual([]);
});
