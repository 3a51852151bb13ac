/** `npm run gallery` itself: one screen of one line, drawn in a browser, and a second run that adds to it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Card } from '../../../src/tools/gallery/card.ts';
import { readCards } from '../../../src/tools/gallery/manifest.ts';

const LINE = 'pkdragon';
const folder = mkdtempSync(join(tmpdir(), 'foyer-gallery-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...options: string[]): Promise<{ said: string; cards: readonly Card[] }> {
  const command = ['--import', 'tsx', 'src/tools/gallery.ts', '--folder', folder, '--lines', LINE, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return { said: stdout, cards: readCards(folder) };
}
const of = (cards: readonly Card[], kind: Card['kind'], language = 'en'): Card[] =>
  cards.filter((card) => card.kind === kind && card.language === language);

test('whole pages, keys, and forms in use; then mails besides, which wipe nothing', async () => {
  const phone = ['--languages', 'en', '--widths', '390'];
  const { cards } = await run('--screens', 'sign-in', '--keys', '--interactions', ...phone);

  const [initial] = of(cards, 'page');
  expect(initial).toMatchObject({ screen: 'sign-in', state: 'initial', width: 390, scheme: 'light', fold: 780 });
  expect(of(cards, 'page').some(({ height = 0, fold = 0 }) => height > fold)).toBe(true);
  expect(of(cards, 'page', 'keys').map(({ state }) => state)).toEqual(of(cards, 'page').map(({ state }) => state));
  expect(of(cards, 'page', 'keys')[0]?.text.replaceAll('\u200b', '')).toContain(
    'screens.sign-in.forms.password.submit',
  );

  const used = of(cards, 'interaction');
  // A phone's fingers hover over nothing.
  expect(used.map(({ state }) => state)).toEqual(['focus', 'field-error', 'area-list', 'busy', 'captcha', 'countdown']);
  expect(of(cards, 'interaction', 'keys')).toHaveLength(used.length);
  for (const { file = '' } of cards) expect(statSync(join(folder, file)).size).toBeGreaterThan(5000);

  const mails = await run('--screens', 'mail.code,sms.code', '--languages', 'en');
  expect(mails.cards.filter(({ kind }) => kind === 'page' || kind === 'interaction')).toEqual(cards);
  expect(of(mails.cards, 'mail').map(({ state, width, scheme }) => [state, width, scheme])).toEqual([
    ['html', 600, 'light'],
    ['html', 600, 'dark'],
    ['html', 390, 'light'],
    ['html', 390, 'dark'],
    ['text', undefined, undefined],
  ]);
  expect(of(mails.cards, 'message').map(({ screen }) => screen)).toEqual(['sms.code']);
  expect(mails.said).toContain('6 drawn, 0 of them changed, 0 gone');
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(initial?.file);
}, 300_000);
