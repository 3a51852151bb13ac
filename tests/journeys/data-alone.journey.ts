/** What a line may have of its own by data alone, each on a new line that is made of a fixture of `tests/schemas/valid`. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { BrowserContext } from 'playwright-core';
import { type WorkingCopy, workingCopy } from '../../src/tools/bench/working-copy.ts';
import { checkSources } from '../../src/tools/check.ts';
import { loadData, overlay, type Sources } from '../../src/tools/load.ts';
import { newLineFiles } from '../../src/tools/new-line.ts';
import { resolveAll } from '../../src/tools/resolve.ts';
import { applyFixture, type Fixture, readFixtures } from '../schemas/fixture.ts';
import { databaseIn } from './seeded.ts';
import { launch, type Started } from './start-server.ts';
import { end } from './stop-server.ts';
import { browser, closeBrowser, freshAddress, freshName, type Message, PATIENCE, Visitor } from './visitor.ts';

type Made = Omit<Fixture, 'faults'>;

const HOUR = 3_600_000;
/** For what an answer brings to be drawn, ms. */
const SETTLING = 300;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString().replace(/\.\d+Z$/, 'Z');

/** What a banner with a time and an audience is. */
const DATED: Made = {
  patch: { 'lines/aurora/line.json': { coupons: { newUser: 12 } } },
  files: {
    'lines/aurora/register-static/promotion.json': {
      text: { en: 'Only today: {newUser} dollars for whoever is new.', zh: '仅限今日：新用户立得{newUser}美元。' },
      from: inHours(2),
      until: inHours(4),
      when: { stored: 'bd_vid', present: false },
    },
  },
};

/** What differs from the lists of the region, entry by entry. */
const LISTED: Made = {
  patch: {
    'lines/aurora/line.json': { providers: { move: { apple: { before: 'google' } } } },
  },
  files: {
    'lines/aurora/screens/register.json': {
      forms: { email: { fields: { move: { phone: { before: 'email' } } } } },
    },
    'lines/aurora/screens/sign-in.json': { forms: { password: { fields: { remove: ['auto-sign-in'] } } } },
  },
};

const PLANNED: Made = {
  patch: { 'lines/aurora/line.json': { maintenance: { from: inHours(1), until: inHours(2) } } },
};

/** Line → the fixture that it is made of, by its name or as it is. */
const LINES: Readonly<Record<LineName, string | Made>> = {
  varied: 'screen/variant',
  paged: 'screen/form-on-two-pages',
  asking: 'api/properties-of-a-line',
  locking: 'line/lock-that-ends',
  guarded: 'calls/captcha-always',
  greeting: 'calls/screen-of-the-back-end',
  dated: DATED,
  listed: LISTED,
  planned: PLANNED,
  consenting: {},
};
type LineName =
  | 'varied'
  | 'paged'
  | 'asking'
  | 'locking'
  | 'guarded'
  | 'greeting'
  | 'dated'
  | 'listed'
  | 'planned'
  | 'consenting';

const PASSWORD = 'Render2026x';
const SECRET = 'only-this-server-knows-it-0123456789';

let server: Started;
let backEnd: Server;
let greeted: unknown[] = [];
let sources: Sources;
let copy: WorkingCopy;

const statusOf = (host: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port: server.port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
  });

/** The fixture, laid over another new line than the one it is written for. */
const ofLine = (made: Made, name: string): Made =>
  JSON.parse(JSON.stringify(made).replaceAll('lines/aurora/', `lines/${name}/`)) as Made;

beforeAll(async () => {
  const fixtures = new Map(readFixtures('valid'));
  const real = await loadData('.');
  sources = real;
  const made: Record<string, string> = {};
  for (const [at, [name, fixture]] of Object.entries(LINES).entries()) {
    const wanted = { name, id: 50 + at, extends: '_overseas', host: `${name}.localhost` };
    const files = newLineFiles(wanted, sources);
    Object.assign(made, files);
    sources = overlay(sources, files);
    const given = typeof fixture === 'string' ? (fixtures.get(fixture) as Fixture) : fixture;
    sources = applyFixture(sources, ofLine(given, name));
  }
  expect(checkSources(sources)).toEqual([]);
  backEnd = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    greeted.push({ path: request.url, from: request.headers.authorization, ...JSON.parse(body) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":200,"data":{"words":"hello"}}');
  });
  await new Promise<void>((done) => backEnd.listen(0, '127.0.0.1', done));
  copy = workingCopy(join(mkdtempSync(join(tmpdir(), 'foyer-data-')), 'copy'));
  for (const [path, file] of sources.files) if (file !== real.files.get(path)) made[path] = file.text;
  for (const [path, text] of Object.entries(made)) {
    mkdirSync(dirname(join(copy.root, path)), { recursive: true });
    writeFileSync(join(copy.root, path), text);
  }
  const settings = {
    BACK_END: `http://127.0.0.1:${(backEnd.address() as AddressInfo).port}`,
    BACK_END_SECRET: SECRET,
  };
  server = await launch(settings, copy.root);
  for (let tries = 0; (await statusOf('greeting.localhost', '/sso/greeting')) !== 200; tries += 1) {
    if (tries > 600) throw new Error(`The lines are not served:\n${readFileSync(server.log, 'utf8').slice(-4000)}`);
    await new Promise((done) => setTimeout(done, 100));
  }
});

afterAll(async () => {
  await closeBrowser();
  await end(server);
  await new Promise((done) => backEnd.close(done));
});

const origin = (name: LineName): string => `http://${name}.localhost:${server.port}`;

async function arrive(name: LineName, given?: BrowserContext, settings = {}): Promise<Visitor> {
  const line = resolveAll(sources).lines[name];
  if (line === undefined) throw new Error(`There is no line ${name}.`);
  const address = { 'x-forwarded-for': freshAddress() };
  const context = given ?? (await (await browser()).newContext({ extraHTTPHeaders: address, ...settings }));
  context.setDefaultTimeout(PATIENCE);
  return new Visitor(line, 'en', context, await context.newPage(), origin(name));
}

async function ask<T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<T[]> {
  const client = new pg.Client(databaseIn(server.data));
  await client.connect();
  try {
    return (await client.query<T>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Link of the first message to somebody. */
async function linkTo(email: string): Promise<string> {
  for (let tries = 0; tries < PATIENCE / 100; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/foyer/inbox?to=${encodeURIComponent(email)}`);
    const { messages } = (await answer.json()) as { messages: readonly Message[] };
    const link = messages.flatMap(({ links }) => links)[0];
    if (link !== undefined) return link;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`No message to ${email} arrived.`);
}

/** Follows the mail, then signs in. */
async function activate(visitor: Visitor, username: string): Promise<void> {
  await visitor.page.goto(await linkTo(`${username}@mail.example`));
  await visitor.live();
  await visitor.press('screens.activate.actions.activate');
  await visitor.sees('screens.activate.states.done.title');
}

async function signIn(visitor: Visitor, account: string, password = PASSWORD): Promise<void> {
  await visitor.open('sign-in');
  await visitor.fill({ account, password });
  await visitor.press('screens.sign-in.forms.password.submit');
}

/** An account that can sign in. */
async function account(name: LineName): Promise<string> {
  const visitor = await arrive(name);
  const username = freshName();
  await visitor.registersByEmail(`${username}@mail.example`, username, PASSWORD);
  await activate(visitor, username);
  await visitor.leave();
  return username;
}

describe('an experiment', () => {
  const OWN = 'screens.sign-in.variants.short.forms.password.submit';
  const USUAL = 'screens.sign-in.forms.password.submit';
  const seen = (visitor: Visitor): Promise<string> =>
    visitor.button(OWN).or(visitor.button(USUAL)).textContent().then(String);

  /** A visitor who sees the variant, and one who sees the screen. */
  async function two(): Promise<readonly [Visitor, Visitor]> {
    const found: Record<string, Visitor> = {};
    for (let tries = 0; tries < 40 && Object.keys(found).length < 2; tries += 1) {
      const visitor = await arrive('varied');
      await visitor.open('sign-in');
      const words = await seen(visitor);
      if (found[words] === undefined) found[words] = visitor;
      else await visitor.context.close();
    }
    const [first, second] = Object.values(found);
    if (first === undefined || second === undefined) throw new Error(`Everybody saw ${Object.keys(found)}.`);
    return [first, second];
  }

  test('is seen by a part of the visitors, who keep what they saw: reloaded, in another tab, come back to, without scripts', async () => {
    for (const visitor of await two()) {
      const words = await seen(visitor);
      await visitor.page.reload();
      await visitor.live();
      expect(await seen(visitor)).toBe(words);
      await visitor.open('register');
      await visitor.follow('screens.register.links.sign-in');
      await visitor.at('sign-in');
      expect(await seen(visitor)).toBe(words);
      const tab = await arrive('varied', visitor.context);
      await tab.open('sign-in');
      expect(await seen(tab)).toBe(words);
      const cookies = await visitor.context.cookies();
      const plain = await (await browser()).newContext({ javaScriptEnabled: false });
      await plain.addCookies(cookies);
      const page = await plain.newPage();
      await page.goto(`${origin('varied')}/sso/signin`);
      // What becomes of a form that is posted is shown in the same variant.
      await page.locator('input[name=account]').fill(freshName());
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: words, exact: true }).click();
      await page
        .getByRole('alert')
        .filter({ hasText: visitor.text('errors.Account.SignIn.Failed') })
        .waitFor();
      expect(await page.getByRole('button', { name: words, exact: true }).count()).toBe(1);
      await plain.close();
      await visitor.context.close();
    }
  });

  test('sends what its form has, and its steps are counted beside those of the others', async () => {
    const username = await account('varied');
    await ask('delete from funnel_event');
    for (const visitor of await two()) {
      const words = await seen(visitor);
      await visitor.fill({ account: username, password: PASSWORD });
      await visitor.page.getByRole('button', { name: words, exact: true }).click();
      await visitor.page.waitForURL((url) => url.pathname !== '/sso/signin');
      await visitor.context.close();
    }
    const rows = await ask<{ name: string; variants: string }>(
      "select name, variants from funnel_event where line = 'varied' and name = 'signed-in' order by variants",
    );
    expect(rows.map(({ variants }) => variants)).toEqual(['sign-in.', 'sign-in.short']);
    const shown = await ask<{ variants: string }>(
      "select distinct variants from funnel_event where line = 'varied' and name = 'sign-in-shown'",
    );
    expect(shown).toHaveLength(2);
  });

  test('is shown to whoever asks for it by the address, who is not counted until it is given back', async () => {
    await ask('delete from funnel_event');
    const visitor = await arrive('varied');
    await visitor.open('/sso/signin?variant=short');
    expect(await seen(visitor)).toBe(visitor.text(OWN));
    await visitor.open('/sso/signin');
    expect(await seen(visitor)).toBe(visitor.text(OWN));
    await visitor.open('/sso/signin?variant=tall');
    expect(await seen(visitor)).toBe(visitor.text(OWN));
    expect(await ask("select 1 from funnel_event where line = 'varied'")).toEqual([]);
    const counted = visitor.page.waitForResponse((answer) => answer.url().endsWith('/collector/data'));
    await visitor.open('/sso/signin?variant=');
    await counted;
    expect(await ask("select 1 from funnel_event where line = 'varied'")).toHaveLength(1);
    await visitor.context.close();
  });
});

test('a form on two pages: back keeps what was typed, and both are sent', async () => {
  const visitor = await arrive('paged');
  const username = freshName();
  await visitor.open('/sso/register/business');
  await visitor.at('register');
  await visitor.fill({ email: `${username}@mail.example`, username, 'new-password': PASSWORD, agreement: true });
  await visitor.press('screens.register.forms.email.submit');
  await visitor.at('register-business');
  await visitor.follow('screens.register-business.links.back');
  await visitor.at('register');
  expect(await visitor.field('username').inputValue()).toBe(username);
  await visitor.fill({ 'new-password': PASSWORD, agreement: true });
  await visitor.press('screens.register.forms.email.submit');
  await visitor.at('register-business');
  await visitor.choose('business-type', visitor.line.line.businessTypes[0] ?? '');
  await visitor.press('screens.register-business.forms.business.submit');
  await visitor.at('activate');
  await activate(visitor, username);
  await signIn(visitor, username);
  await visitor.page.waitForURL((url) => url.pathname !== '/sso/signin');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a line that asks for more keeps what was answered and shows it in the account', async () => {
  const visitor = await arrive('asking');
  const username = freshName();
  await visitor.open('register');
  await visitor.fill({ email: `${username}@mail.example` });
  await visitor.press('screens.register.forms.email.submit');
  await visitor.sees('fields.phone.errors.required');
  await visitor.field('phone').fill('2025550143');
  await visitor.press('screens.register.forms.email.submit');
  await visitor.at('register-account');
  await visitor.choosesAccount(username, PASSWORD);
  await visitor.fill({ newsletter: true });
  await visitor.page.getByLabel(visitor.text('fields.company.label')).fill('Northlight');
  await visitor.press('screens.register-account.forms.account.submit');
  await visitor.at('activate');
  await activate(visitor, username);
  await signIn(visitor, username);
  await visitor.at('software-select');
  await visitor.open('console');
  await visitor.sees('fields.company.label');
  await visitor.page.getByText('Northlight').waitFor();
  await visitor.sees('fields.newsletter.label');
  await visitor.leave();
});

test('a lock that ends says when, and ends', async () => {
  const username = await account('locking');
  const visitor = await arrive('locking');
  await visitor.open('sign-in');
  for (let tries = 0; tries < 10; tries += 1) {
    await visitor.fill({ account: username, password: `Wrong${tries}pass` });
    const answered = visitor.page.waitForResponse((answer) =>
      answer.url().endsWith(String(visitor.line.calls.calls['sign-in']?.path)),
    );
    await visitor.press('screens.sign-in.forms.password.submit');
    if (tries >= 3) await visitor.press('captcha.action');
    await answered;
  }
  await visitor.sees('errors.Account.Locked', { lockMinutes: 30 });
  await ask("update clock_shift set shift = shift + interval '31 minutes'");
  await signIn(visitor, username);
  await visitor.page.waitForURL((url) => url.pathname !== '/sso/signin');
  await visitor.leave();
});

test('a captcha that data asks for stands before the call', async () => {
  const username = await account('guarded');
  const visitor = await arrive('guarded');
  await signIn(visitor, username);
  await visitor.page.getByRole('dialog', { name: visitor.text('captcha.title') }).waitFor();
  await visitor.press('captcha.action');
  await visitor.page.waitForURL((url) => url.pathname !== '/sso/signin');
  await visitor.leave();
});

test('a screen whose call the company’s own back end answers', async () => {
  greeted = [];
  const visitor = await arrive('greeting');
  await visitor.open('sign-in');
  await visitor.follow('screens.sign-in.links.greeting');
  await visitor.at('greeting');
  await visitor.fill({ email: 'mei@mail.example' });
  await visitor.press('screens.greeting.forms.greeting.submit');
  await visitor.at('greeted');
  await visitor.sees('screens.greeted.states.done.title');
  expect(greeted).toEqual([{ path: '/api/foyer/greet', from: `Bearer ${SECRET}`, email: 'mei@mail.example' }]);
  await visitor.leave();
});

test('a banner is shown from one moment until another, to whom it is for, with the line’s amount', async () => {
  const banner = 'Only today: 12 dollars for whoever is new.';
  const seenAt = async (hours: number, address = '/sso/signin'): Promise<number> => {
    const visitor = await arrive('dated');
    await visitor.page.clock.setFixedTime(Date.now() + hours * HOUR);
    const read = visitor.page.waitForResponse((answer) => answer.url().endsWith('/register-static/promotion.json'));
    await visitor.open(address);
    await read;
    await visitor.page.waitForTimeout(SETTLING);
    const count = await visitor.page.getByText(banner).count();
    await visitor.context.close();
    return count;
  };
  expect(await seenAt(1)).toBe(0);
  expect(await seenAt(3)).toBe(1);
  expect(await seenAt(5)).toBe(0);
  // Who comes from an advertisement was promised something else there.
  expect(await seenAt(3, '/sso/signin?bd_vid=7')).toBe(0);
});

test('lists are patched by the names of their entries: ways and fields leave, come and move', async () => {
  const visitor = await arrive('listed');
  await visitor.open('sign-in');
  const ways = await visitor.page
    .locator('.providers a, .providers button')
    .evaluateAll((all) => all.map((each) => each.textContent));
  expect(ways).toEqual(['Apple', 'Google']);
  expect(await visitor.checkbox('auto-sign-in').count()).toBe(0);
  await visitor.open('register');
  const fields = await visitor.page
    .locator('form input[name]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('name')));
  expect(fields).toEqual(['phone-country-code', 'phone', 'email']);
  const username = await account('listed');
  const again = await arrive('listed');
  await signIn(again, username);
  await again.page.waitForURL((url) => url.pathname !== '/sso/signin');
  await visitor.leave();
});

test('a new version of the documents is asked about at the next sign-in, and the account shows when it was accepted', async () => {
  const username = await account('consenting');
  const visitor = await arrive('consenting');
  await visitor.open('sign-in');
  const file = join(copy.root, 'lines/consenting/line.json');
  const { $schema, ...own } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const raised = { $schema, agreements: { terms: { version: '2', since: '2026-11-01' } }, ...own };
  writeFileSync(file, JSON.stringify(raised, null, 2));
  const texts = join(copy.root, 'lines/consenting/messages/en.json');
  writeFileSync(texts, readFileSync(texts, 'utf8').replace('"line.promise": "', '$&Documents of November. '));
  await visitor.page.getByText('Documents of November.').first().waitFor();
  await signIn(visitor, username);
  await visitor.at('agreements');
  await visitor.sees('screens.agreements.states.due.title');
  await visitor.press('screens.agreements.actions.accept');
  await visitor.at('software-select');
  await visitor.open('console');
  const row = visitor.page
    .getByRole('row')
    .filter({ hasText: visitor.text('screens.agreements.records.agreements.words.agreement.terms') });
  // What an account's records hold comes after the page.
  expect(await row.first().textContent()).toContain('2');
  await visitor.leave();
});

test('a planned maintenance is told from its beginning until its end', async () => {
  const visitor = await arrive('planned');
  const told = async (): Promise<number> => {
    const asked = visitor.page.waitForResponse((answer) =>
      answer.url().includes(String(visitor.line.calls.calls['platform-status']?.path)),
    );
    await visitor.open('sign-in');
    await asked;
    await visitor.page.waitForTimeout(SETTLING);
    return visitor.page.getByText(/ is under maintenance until /).count();
  };
  expect(await told()).toBe(0);
  await ask("update clock_shift set shift = shift + interval '65 minutes'");
  expect(await told()).toBe(1);
  await ask("update clock_shift set shift = shift + interval '60 minutes'");
  expect(await told()).toBe(0);
  await visitor.leave();
});
