/** Somebody edits the data while pages are open: a saved edit shows in them, a broken one is told and harms nobody. */
import { mkdtempSync, readFileSync } from 'node:fs';
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

beforeAll(async () => {
  copy = workingCopy(join(mkdtempSync(join(tmpdir(), 'foyer-edits-')), 'copy'));
  server = await launch({}, copy.root);
  for (let tries = 0; tries < 600 && !/Watching|watches/.test(readFileSync(server.log, 'utf8')); tries += 1)
    await new Promise((done) => setTimeout(done, 200));
  expect(readFileSync(server.log, 'utf8')).toContain('Watching');
});

afterAll(async () => {
  await closeBrowser();
  await end(server);
});

const origin = (): string => `http://${LINE}.localhost:${server.port}`;
const overlay = (visitor: Visitor) => visitor.page.getByRole('alert', { name: /in the data/ });

test('a saved sentence shows in the open page, and what was typed stays, but for a password', async () => {
  const visitor = await Visitor.arrive(LINE, { origin: origin() });
  await visitor.open('sign-in');
  const { page } = visitor;
  await page.locator('input[name=account]').fill('mei_lin');
  await page.locator('input[name=password]').fill('Render2026x');
  copy.replace(SENTENCES, /(?<="line\.promise": ")/, '今天，');
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
  copy.replace(SENTENCES, /(?<="line\.promise": ")/, '{');
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
