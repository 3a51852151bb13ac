/** What goes wrong in the browser of one visitor: the network, their fingers, the way back, yesterday's tab, what is blocked. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser, switches } from '../browser.ts';
import type { Person } from '../person.ts';
import { fillRegistration, SUBMIT, stillTyped } from './crashes.ts';
import { PASSWORD, until } from './house.ts';
import { oneAccountEach } from './invariants.ts';
import type { Judge } from './judge.ts';
import { freshPhone } from './outside.ts';
import { openProxy } from './proxy.ts';
import { LINES, type Stage } from './stage.ts';
import type { Fault } from './types.ts';

const SIGN_IN = 'screens.sign-in.forms.password.submit';
/** What measuring adds on a busy machine, seconds. */
const SLACK = 1.5;

export async function signInAs(person: Person, account: string): Promise<void> {
  await person.open('sign-in');
  await person.fill({ account, password: PASSWORD });
  await person.press(SIGN_IN);
  await leavesFor(person, ['console', 'software-select']);
}

/** Waits until the person is at one of the screens. */
export async function leavesFor(person: Person, screens: readonly string[]): Promise<void> {
  const paths = screens.flatMap((screen) => person.line.line.routes[screen] ?? []);
  await person.page.waitForURL((url) => paths.includes(url.pathname));
  await person.live();
}

async function offline(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  const proxy = await openProxy([house.port]);
  stage.after(() => proxy.close());
  const person = await stage.person(LINES.mail, proxy.port);
  const form = await fillRegistration(person);
  await person.page.waitForLoadState('networkidle');
  proxy.holdAnswers();
  await person.press(SUBMIT);
  await until('the request to be sent', () =>
    person.requests.some((each) => each.endsWith(person.line.calls.calls['register-email']?.path ?? '?')),
  );
  const since = performance.now();
  await person.context.setOffline(true);
  proxy.cut();
  await person.sees('errors.offline');
  const seconds = (performance.now() - since) / 1000;
  const live = await person.button(SUBMIT).isEnabled();
  judge.sees(`after ${seconds.toFixed(1)} s: ${person.text('errors.offline')}`, seconds < 2 + SLACK);
  judge.sees(`the button is ${live ? 'live again' : 'dead'}`, live);
  await stillTyped(person, form, judge);
  await person.context.setOffline(false);
  proxy.letThrough();
  await person.press(SUBMIT);
  await person.at('activate');
  judge.sees('online and pressed again: registered');
}

async function twice(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  const sent = (person: Person, call: string): number =>
    person.requests.filter((each) => each === `POST ${person.line.calls.calls[call]?.path}`).length;
  const person = await stage.person(LINES.mail, house.port);
  const { username } = await fillRegistration(person);
  await person.button(SUBMIT).dblclick();
  await person.at('activate');
  const registrations = sent(person, 'register-email');
  judge.sees(`double click: ${registrations} request`, registrations === 1);
  await house.ask("update account set status = 'active' where username_key = $1", [username]);
  const again = await stage.person(LINES.mail, house.port);
  await again.open('sign-in');
  await again.fill({ account: username, password: PASSWORD });
  await again.field('password').focus();
  await again.page.keyboard.press('Enter');
  await again.page.keyboard.press('Enter');
  await leavesFor(again, ['console', 'software-select']);
  const tries = sent(again, 'sign-in');
  judge.sees(`Enter twice: ${tries} request`, tries === 1);
  await oneAccountEach(house, judge);
}

async function back(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  const account = await house.account(stage.target(LINES.mail));
  const person = await stage.person(LINES.mail, house.port);
  await signInAs(person, account.username);
  const before = await house.count('select 1 from user_session');
  await person.page.goBack();
  await person.page.waitForLoadState('networkidle');
  const shown = await person.page
    .locator('input[type=password]')
    .evaluateAll((fields) => fields.some((field) => (field as HTMLInputElement).value !== ''));
  judge.sees(`back: ${shown ? 'a password in its field' : 'no password'}`, !shown);
  await person.open('console');
  await person.press('screens.console.actions.sign-out');
  await person.at('sign-in');
  await person.page.goBack();
  await person.at('sign-in');
  const stays = await person.page.getByText(account.username, { exact: false }).count();
  judge.sees(`back after signing out: the sign-in page${stays > 0 ? ', with data of the account' : ''}`, stays === 0);
  judge.holds(4, (await house.count('select 1 from user_session')) < before, 'the session is still there');
}

async function nextDay(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  const account = await house.account(stage.target(LINES.mail));
  const [typed, scanner] = [await stage.person(LINES.mail, house.port), await stage.person(LINES.mail, house.port)];
  await typed.open('sign-in');
  await typed.fill({ account: account.username });
  await scanner.open('qr-sign-in');
  await scanner.sees('screens.qr-sign-in.states.waiting.title');
  await house.letTimePass(24 * 60 * 60);
  await scanner.sees('screens.qr-sign-in.states.expired.title');
  judge.sees(scanner.text('screens.qr-sign-in.states.expired.title'));
  const kept = await typed.field('account').inputValue();
  judge.holds(7, kept === account.username, `the field holds "${kept}"`);
  await typed.fill({ password: PASSWORD });
  await typed.press(SIGN_IN);
  await leavesFor(typed, ['console', 'software-select']);
  judge.sees('what was typed yesterday signs in, in a fresh flow');
  await scanner.page.reload();
  await scanner.sees('screens.qr-sign-in.states.waiting.title');
  judge.sees('restored: a fresh code');
}

async function storageBlocked(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  const account = await house.account(stage.target(LINES.mail));
  const person = await stage.person(LINES.mail, house.port);
  await person.page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });`);
  await person.open('sign-in');
  await person.fill({ account: account.username });
  const kept = await person.field('account').inputValue();
  judge.holds(7, kept === account.username, `the field holds "${kept}"`);
  await person.fill({ password: PASSWORD });
  await person.press(SIGN_IN);
  await leavesFor(person, ['console', 'software-select']);
  judge.sees('storage blocked: signed in');

  const profile = mkdtempSync(join(tmpdir(), 'foyer-blocked-'));
  mkdirSync(join(profile, 'Default'));
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(blocked));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [...switches],
  });
  stage.after(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  });
  const barred = await stage.person(LINES.mail, house.port, context);
  await barred.page.goto(`${barred.origin}${barred.line.line.routes['sign-in']?.[0]}`);
  await barred.sees('frame.no-cookies');
  judge.sees(`cookies blocked, before anything is sent: ${barred.text('frame.no-cookies')}`);
}

async function scriptsBlocked(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  for (const line of Object.values(LINES)) {
    const person = await stage.person(line, house.port);
    const own = new URL(person.origin).host;
    // Whatever is not ours never comes, nor what stands in for it here.
    await person.page.route(
      (url) => url.host !== own || /\/simulators\/|TJCaptcha|\/foyer\/(frames|collection)/.test(url.pathname),
      (route) => route.abort(),
    );
    const since = performance.now();
    await person.open('sign-in');
    if (line !== LINES.mail) await person.tab('sign-in', 'password');
    await person.fill({ account: `f${freshPhone()}` });
    const usable = (performance.now() - since) / 1000;
    judge.sees(`${line}: usable after ${usable.toFixed(1)} s`, usable < 3 + SLACK);
    if (line !== LINES.captcha) continue;
    for (let tries = 0; tries < 4; tries += 1) {
      await person.page.locator('input[name=password]').fill(`Wrong${tries}pass`);
      const answered = person.page.waitForResponse(
        (response) => new URL(response.url()).pathname === person.line.calls.calls['sign-in']?.path,
      );
      await person.press(SIGN_IN);
      await answered;
    }
    await person.page.getByRole('dialog', { name: person.text('captcha.title') }).waitFor();
    const asked = performance.now();
    await person.button('captcha.action').waitFor();
    const seconds = (performance.now() - asked) / 1000;
    judge.sees(`the built-in captcha after ${seconds.toFixed(1)} s`, seconds < 3 + SLACK);
    await person.press('captcha.action');
    await person.sees('errors.Account.SignIn.Failed');
    judge.sees('which counts');
  }
}

export const BROWSER: readonly Fault[] = [
  { number: 14, name: 'offline in the middle of a submit', holds: [7], run: offline },
  { number: 15, name: 'double click, Enter twice', holds: [3], run: twice },
  { number: 16, name: 'the way back, after signing in and out', holds: [4], run: back },
  { number: 17, name: 'a tab restored next day', holds: [7], run: nextDay },
  { number: 18, name: 'storage blocked, cookies blocked', holds: [7], run: storageBlocked },
  { number: 19, name: 'scripts of others blocked', holds: [], run: scriptsBlocked },
];
