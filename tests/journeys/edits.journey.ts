/** Somebody edits the data while pages are open: a saved edit shows in them, a broken one is told and harms nobody. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WorkingCopy, workingCopy } from '../../src/tools/bench/working-copy.ts';
import { launch, type Started } from './start-server.ts';
import { end } from './stop-server.ts';
import { MASTER, signedIn } from './third-party.ts';
import { closeBrowser, Visitor } from './visitor.ts';

const LINE = 'renderbus';
const SENTENCES = `lines/${LINE}/messages/zh.json`;

let copy: WorkingCopy;
let server: Started;
let said = '';

/** Saves the sentence that each page of the line shows with other words before it. */
function say(words: string): void {
  said = words;
  copy.replace(SENTENCES, /(?<="line\.promise": ")/, words);
}

beforeAll(async () => {
  copy = workingCopy(join(mkdtempSync(join(tmpdir(), 'foyer-edits-')), 'copy'));
  server = await launch({}, copy.root);
  // Somebody saves all the while that the data is being read.
  for (let tries = 0; tries < 1200 && !/Watching|watches/.test(readFileSync(server.log, 'utf8')); tries += 1) {
    say(`开始${tries}，`);
    await new Promise((done) => setTimeout(done, 100));
  }
  expect(readFileSync(server.log, 'utf8')).toContain('Watching');
});

afterAll(async () => {
  await closeBrowser();
  await end(server);
});

const origin = (): string => `http://${LINE}.localhost:${server.port}`;
const overlay = (visitor: Visitor) => visitor.page.getByRole('alert', { name: /in the data/ });

test('what was saved before the data was read shows in the page', async () => {
  const visitor = await Visitor.arrive(LINE, { origin: origin() });
  await visitor.open('sign-in');
  await visitor.page.getByText(said).first().waitFor();
  copy.restore(SENTENCES);
  await visitor.page.getByText(said).first().waitFor({ state: 'detached' });
  await visitor.context.close();
});

test('a saved sentence shows in the open page, and what was typed stays, but for a password', async () => {
  const visitor = await Visitor.arrive(LINE, { origin: origin() });
  await visitor.open('sign-in');
  const { page } = visitor;
  await page.locator('input[name=account]').fill('mei_lin');
  await page.locator('input[name=password]').fill('Render2026x');
  say('今天，');
  await page.getByText('今天，').first().waitFor();
  await page.waitForSelector('html[data-live]', { state: 'attached' });
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name=account]')?.value === 'mei_lin',
  );
  expect(await page.locator('input[name=password]').inputValue()).toBe('');
  copy.restore(SENTENCES);
  await page.getByText('今天，').first().waitFor({ state: 'detached' });
  await visitor.context.close();
});

test('a broken edit is told over the page with its place and its mend, a second visitor signs in, and the mend takes it away', async () => {
  const visitor = await Visitor.arrive(LINE, { origin: origin() });
  await visitor.open('sign-in');
  say('{');
  await overlay(visitor).waitFor();
  const line =
    readFileSync(SENTENCES, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"line.promise"')) + 1;
  const told = await overlay(visitor).textContent();
  expect(told).toContain(`${SENTENCES}:${line}:`);
  expect(told).toContain('bad ICU syntax in "line.promise"');
  expect(told).toContain("a literal brace is written as '{'");
  expect(readFileSync(server.log, 'utf8')).toContain(`${SENTENCES}:${line}:`);

  const second = await Visitor.arrive(LINE, { origin: origin() });
  await second.open('sign-in');
  await second.fill(MASTER);
  await second.press('screens.sign-in.forms.password.submit');
  await signedIn(second);
  await second.context.close();

  copy.restore(SENTENCES);
  await overlay(visitor).waitFor({ state: 'detached' });
  await visitor.context.close();
});

test('more pages of a line than a browser opens connections to a host all load, show a saved edit and tell a fault', async () => {
  const first = await Visitor.arrive(LINE, { origin: origin() });
  const others = Array.from({ length: 8 }, () => Visitor.arrive(LINE, { origin: origin(), context: first.context }));
  const visitors = [first, ...(await Promise.all(others))];
  for (const visitor of visitors) await visitor.open('sign-in');
  say('大家，');
  for (const { page } of visitors) await page.getByText('大家，').first().waitFor();
  say('{');
  for (const visitor of visitors) await overlay(visitor).waitFor();
  // The page that listened for the others is left.
  await first.page.close();
  copy.restore(SENTENCES);
  for (const visitor of visitors.slice(1)) {
    await overlay(visitor).waitFor({ state: 'detached' });
    await visitor.page.getByText('大家，').first().waitFor({ state: 'detached' });
  }
  await first.context.close();
});

test('what was saved while another file was at fault shows once that is mended', async () => {
  const visitor = await Visitor.arrive(LINE, { origin: origin() });
  await visitor.open('sign-in');
  const stray = join(copy.root, 'schemas/stray.json');
  writeFileSync(stray, '{}');
  await overlay(visitor).waitFor();
  say('后来，');
  // Of what is at fault in all nothing new is told.
  await new Promise((done) => setTimeout(done, 2000));
  rmSync(stray);
  await visitor.page.getByText('后来，').first().waitFor();
  await overlay(visitor).waitFor({ state: 'detached' });
  copy.restore(SENTENCES);
  await visitor.context.close();
});
