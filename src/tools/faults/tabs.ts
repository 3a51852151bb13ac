/** Two tabs, and a mail scanner that is quicker than the person. */
import { request } from 'node:http';
import { leavesFor, signInAs } from './browser.ts';
import { fillRegistration, SUBMIT } from './crashes.ts';
import { until } from './house.ts';
import type { Judge } from './judge.ts';
import { LINES, type Stage } from './stage.ts';
import type { Fault } from './types.ts';

async function twoTabs(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  const target = stage.target(LINES.mail);
  const [one, two] = [await house.account(target), await house.account(target)];
  const first = await stage.person(LINES.mail, house.port);
  await signInAs(first, one.username);
  await first.open('console');
  await first.page.getByText(one.username).first().waitFor();
  // The second account signs in from another tab, by the page that a signed-in visitor still reaches: after a sign-out of its own.
  const second = await stage.person(LINES.mail, house.port, first.context);
  await second.open('console');
  await second.press('screens.console.actions.sign-out');
  await second.at('sign-in');
  await first.at('sign-in');
  judge.sees('signed out in one tab: the other is at the sign-in page');
  await signInAs(second, two.username);
  await first.page.goto(`${first.origin}${first.line.line.routes.console?.[0]}`);
  await first.page.getByText(two.username).first().waitFor();
  const mixed = await first.page.getByText(one.username).count();
  judge.sees(`signed in as another: both tabs show ${mixed === 0 ? 'that account' : 'a mixture'}`, mixed === 0);
  await first.press('screens.console.actions.sign-out');
  await leavesFor(first, ['sign-in']);
  await leavesFor(second, ['sign-in']);
  await until(
    'the second tab to be signed out',
    async () =>
      (await house.count(
        'select 1 from user_session s join account a on a.id = s.account_id where a.username_key = $1',
        [two.username],
      )) === 0,
  );
  judge.sees('signed out in the first: nobody is signed in');
}

/** Asks for an address as a program does; gives the status. */
function fetchAs(method: string, address: string, port: number): Promise<number> {
  const { pathname, search, host } = new URL(address);
  return new Promise((done, fail) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path: `${pathname}${search}`, headers: { host } },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode ?? 0));
      },
    );
    sent.on('error', fail);
    sent.end();
  });
}

async function scanner(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  const person = await stage.person(LINES.mail, house.port);
  const { email, username } = await fillRegistration(person);
  await person.press(SUBMIT);
  await person.at('activate');
  const { links } = await house.message(email, person.text('mail.activation.subject'));
  const [link = ''] = links;
  const local = link.replace(/^https?:\/\/[^/]+/, person.origin);
  const status = async (): Promise<string | undefined> =>
    (await house.ask<{ status: string }>('select status from account where username_key = $1', [username]))[0]?.status;
  for (const method of ['HEAD', 'GET', 'POST']) await fetchAs(method, local, house.port);
  const robot = await stage.person(LINES.mail, house.port);
  await robot.page.goto(local);
  await robot.live();
  // In a browser that did not register, the page asks for a password first.
  await robot.sees('screens.activate.states.elsewhere.title');
  await robot.page.evaluate('for (const form of document.forms) form.submit()');
  await robot.page.waitForLoadState('networkidle');
  const left = await status();
  judge.sees(`opened, headed, posted and submitted by a program: ${left}`, left === 'unactivated');
  await person.page.goto(local);
  await person.live();
  await person.press('screens.activate.actions.activate');
  await person.sees('screens.activate.states.done.title');
  judge.sees(`the person’s click: ${person.text('screens.activate.states.done.title')}`);
  judge.holds(4, left === 'unactivated' && (await status()) === 'active', 'the link did not act for the person');
}

export const TABS: readonly Fault[] = [
  { number: 20, name: 'two tabs, two accounts', holds: [], run: twoTabs },
  { number: 21, name: 'a mail scanner opens, heads and submits the link', holds: [4], run: scanner },
];
