/** @jest-environment ./tests/page-environment.cjs */
import { readFileSync } from 'node:fs';
import { act, waitFor } from '@testing-library/react';
import { IntlMessageFormat } from 'intl-messageformat';
import type { ErrorEntry } from '../../src/generated/config.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage } from './page.tsx';
import { settle } from './settle.ts';

// Every code of the catalogue, whether or not a call of the screen names it: the browser knows them all.
const { codes } = JSON.parse(readFileSync('lines/_base/errors.json', 'utf8')) as { codes: Record<string, ErrorEntry> };
const shown = Object.entries(codes).filter(([, { asks }]) => asks === undefined);

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function answered(
  language: string,
  code: string,
  data: Record<string, unknown>,
  files: Record<string, unknown> = {},
  online = true,
): Promise<OpenPage> {
  const page = await openPage({
    screen: 'sign-in',
    language,
    files,
    answers: { 'sign-in': { kind: 'answer', code, data, requestId: 'request-1' } },
  });
  const [account, password] = page.container.querySelectorAll<HTMLInputElement>('form input:not([type=checkbox])');
  if (!account || !password) throw new Error('The form lacks its fields.');
  // Pasted whole: what each key does, other tests show.
  await page.user.click(account);
  await page.user.paste('mei_lin');
  await page.user.click(password);
  await page.user.paste('Abcdefg12');
  if (!online) act(() => page.world.http.connect(false));
  await page.user.keyboard('{Enter}');
  return page;
}

async function settles(read: () => string, wanted: string): Promise<void> {
  await settle();
  // The words come with a bundle, which the disk of a busy machine keeps waiting.
  await waitFor(() => expect(read()).toContain(wanted), { timeout: 20_000 });
}

describe.each(['en', 'zh'])('in %s', (language) => {
  test.each(shown)('%s has its own sentence on screen', async (code, { field, go, params: given = {} }) => {
    // A wait, for the sentences that say when to try again.
    const params: Record<string, unknown> = { seconds: 300, ...given };
    const { server, languages } = (await compiledLines()).renderbus ?? {};
    const catalog = server?.messages[language] ?? {};
    const form = ['account', 'password', 'auto-sign-in'];
    const place = [field ?? []].flat().find((each) => form.includes(each));
    const key = [`errors.${code}.${place}`, `errors.${code}`].find((each) => catalog[each]);
    // One that leads elsewhere is told in place where that screen cannot be had.
    const there = `${languages?.[language]?.shell.packs}${go}.json`;
    const page = await answered(
      language,
      code,
      params,
      go === undefined ? {} : { [there]: undefined },
      go === undefined,
    );
    const { limits, coupons } = page.running.shell.line;
    const plain = (chunks: readonly unknown[]): string => chunks.join('');
    const values = {
      ...limits,
      ...coupons,
      brand: catalog['line.brand'],
      // Named by answers to a third-party sign-in alone.
      provider: '',
      offered: '',
      ...params,
      when: { en: 'in 5 minutes', zh: '5分钟后' }[language],
      b: plain,
      link: plain,
    };
    const sentence = squeeze(String(new IntlMessageFormat(catalog[key ?? ''] ?? '', language).format(values)));
    expect(sentence).not.toBe('');
    await settles(() => squeeze(page.container.textContent ?? ''), sentence);
    expect(page.container.textContent).not.toContain('request-1');
    page.unmount();
  });
});

test('a code that nobody knows shows the general sentence with the request id, never the code', async () => {
  const page = await answered('en', 'Nobody.Knows.This', {});
  await settles(() => page.container.textContent ?? '', 'request-1');
  expect(page.container.textContent).not.toContain('Nobody.Knows.This');
  page.unmount();
});

test('a catalogue that cannot be fetched costs only its sentence', async () => {
  const address = (await compiledLines()).renderbus?.languages.en?.shell.catalogue ?? '';
  const page = await answered('en', 'Appeal.Exist', {}, { [address]: undefined });
  await settles(() => page.container.textContent ?? '', 'request-1');
  expect(page.container.querySelector<HTMLInputElement>('form input')?.value).toBe('mei_lin');
  page.unmount();
});
