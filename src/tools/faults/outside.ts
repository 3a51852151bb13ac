/** Others that we rely on: mail and SMS that are away, slow or break off, providers that are slow, dead or in trouble. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { freePort } from '../free-port.ts';
import type { Person } from '../person.ts';
import { fillRegistration, SUBMIT } from './crashes.ts';
import { type House, PASSWORD, until } from './house.ts';
import { nothingOwed } from './invariants.ts';
import type { Judge } from './judge.ts';
import { openMailServer, openSmsGateway } from './receivers.ts';
import { LINES, type Stage } from './stage.ts';
import type { Fault } from './types.ts';

/** A mainland phone nobody has. */
export const freshPhone = (): string => `138${String(randomInt(1e8)).padStart(8, '0')}`;

/** Asks for a code by SMS on the sign-in page. */
async function askForCode(person: Person, phone: string): Promise<void> {
  await person.open('sign-in');
  await person.tab('sign-in', 'code');
  await person.fill({ phone });
  await person.press('widgets.code.send');
}

async function senders(): Promise<{ mail: number; sms: number; environment: Record<string, string> }> {
  const [mail, sms] = [await freePort(), await freePort()];
  const environment = { SMTP_URL: `smtp://127.0.0.1:${mail}`, SMS_GATEWAY_URL: `http://127.0.0.1:${sms}/send` };
  return { mail, sms, environment };
}

async function sendersDown(stage: Stage, judge: Judge): Promise<void> {
  const { mail, sms, environment } = await senders();
  const house = await stage.house({ environment });
  const [asker, member] = [await stage.person(LINES.phone, house.port), await stage.person(LINES.mail, house.port)];
  await askForCode(asker, freshPhone());
  await asker.sees('errors.Validate.Code.SendError');
  judge.sees('Verification code is failed to send. Please try again.');
  await fillRegistration(member);
  await member.press(SUBMIT);
  await until('the account', async () => (await house.count('select 1 from account')) === 1);
  const [smtp, gateway] = [await openMailServer({ port: mail }), await openSmsGateway(sms)];
  stage.after(() => smtp.close());
  stage.after(() => gateway.close());
  const since = performance.now();
  await nothingOwed(house, judge, 60);
  const seconds = Math.round((performance.now() - since) / 1000);
  judge.sees(
    `${gateway.messages.length} SMS and ${smtp.mails.length} mail ${seconds} s after both came back`,
    gateway.messages.length === 1 && smtp.mails.length === 1,
  );
}

async function dropsAfterData(stage: Stage, judge: Judge): Promise<void> {
  const { mail, environment } = await senders();
  const smtp = await openMailServer({ port: mail, drops: 1 });
  stage.after(() => smtp.close());
  const house = await stage.house({ environment });
  const person = await stage.person(LINES.mail, house.port);
  const { username } = await fillRegistration(person);
  await person.press(SUBMIT);
  await until('the mail to come again', () => smtp.mails.length >= 2, 90);
  await nothingOwed(house, judge, 30);
  const links = smtp.mails.map((each) => each.links.find((link) => link.includes('token=')) ?? '');
  const open = async (link: string, state: string): Promise<boolean> => {
    await person.page.goto(link.replace(/^https?:\/\/[^/]+/, person.origin));
    await person.live();
    const action = person.button('screens.activate.actions.activate');
    const shown = person.page.getByText(person.text(`screens.activate.states.${state}.title`)).first();
    await action
      .or(shown)
      .first()
      .waitFor()
      .catch(async () => {
        throw new Error(`The link shows: ${(await person.page.locator('main').allTextContents()).join(' ')}`);
      });
    if (await action.isVisible()) await action.click();
    return shown.waitFor().then(
      () => true,
      () => false,
    );
  };
  const works = [await open(links[0] ?? '', 'done'), await open(links.at(-1) ?? '', 'already-active')];
  judge.sees(
    `${links.length} mails, whose links ${works.every(Boolean) ? 'both work' : 'do not both work'}`,
    works.every(Boolean),
  );
  const times = await house.count(
    "select 1 from audit u join account a on a.id = u.account_id where a.username_key = $1 and u.event like 'activ%' and u.outcome = 'ok'",
    [username],
  );
  judge.holds(4, times <= 1, `the account was activated ${times} times`);
}

async function slowMail(stage: Stage, judge: Judge): Promise<void> {
  const { mail, sms, environment } = await senders();
  const [smtp, gateway] = [await openMailServer({ port: mail, slow: 8000 }), await openSmsGateway(sms)];
  stage.after(() => smtp.close());
  stage.after(() => gateway.close());
  const house = await stage.house({ environment });
  const target = stage.target(LINES.mail);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let nth = 0; nth < 6; nth += 1) await house.account(target);
    }),
  );
  await until('mail to be on its way', () => smtp.mails.length > 0);
  const person = await stage.person(LINES.phone, house.port);
  await person.open('sign-in');
  await person.tab('sign-in', 'code');
  await person.fill({ phone: freshPhone() });
  const since = performance.now();
  await person.press('widgets.code.send');
  await until('the SMS', () => gateway.messages.length > 0, 90);
  const seconds = ((gateway.messages[0]?.at ?? 0) - since) / 1000;
  const waiting = await house.count("select 1 from outbox where channel = 'email' and state = 'owed'");
  judge.sees(
    `the SMS after ${seconds.toFixed(1)} s, while ${waiting} mails wait at 8 s each`,
    seconds < 3 && waiting > 5,
  );
  await nothingOwed(house, judge, 120);
}

/** What a browser would have been sent back with by a provider. */
async function callback(person: Person, provider: string, brings: Readonly<Record<string, string>>): Promise<string> {
  // As a string: what a build step adds to functions is not there in the page.
  const url = (await person.page.evaluate(
    `fetch('/api/sso/thirdParty/getToken?provider=${provider}&way=redirect').then((answer) => answer.json()).then(({ data }) => data.url)`,
  )) as string;
  const asked = new URL(url).searchParams;
  const back = new URL(asked.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries({ ...brings, state: asked.get('state') ?? '' }))
    back.searchParams.set(name, value);
  return back.href;
}

async function providerSilent(stage: Stage, judge: Judge): Promise<void> {
  const silent = createServer((socket) => {
    stage.after(() => void socket.destroy());
  });
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  stage.after(() => new Promise<void>((done) => void silent.close(() => done())));
  const address = silent.address();
  const slow = typeof address === 'object' && address ? address.port : 0;
  for (const [how, port, told] of [
    ['slow', slow, 'Timeout'],
    ['dead', await freePort(), 'Failed'],
  ] as const) {
    const environment = { QQ_APP_ID: '101', QQ_APP_KEY: 'key', QQ_GRAPH: `http://127.0.0.1:${port}` };
    const house = await stage.house({ environment });
    const account = await house.account(stage.target(LINES.mail));
    // The phone line's people are those of its own region.
    await house.ask("update account set zone = 'domestic' where username_key = $1", [account.username]);
    await house.ask("update credential set zone = 'domestic'");
    const person = await stage.person(LINES.phone, house.port);
    await person.open('sign-in');
    await person.page.goto(await callback(person, 'qq', { code: 'any' }));
    const since = performance.now();
    await person.sees(`errors.QQ.Login.${told}`);
    const seconds = (performance.now() - since) / 1000;
    judge.sees(`${how}: a sentence after ${seconds.toFixed(1)} s`, seconds < 10);
    await passwordStillWorks(house, person, account.username, judge);
  }
}

async function passwordStillWorks(house: House, person: Person, account: string, judge: Judge): Promise<void> {
  await person.open('sign-in');
  await person.fill({ account, password: PASSWORD });
  await person.press('screens.sign-in.forms.password.submit');
  await until('the session', async () => (await house.count('select 1 from user_session')) > 0, 20).then(
    () => judge.sees('by password as before'),
    () => judge.sees('the password does not work', false),
  );
}

async function providerFails(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  for (const [line, provider] of [
    [LINES.mail, 'google'],
    [LINES.phone, 'qq'],
    [LINES.phone, 'wechat'],
  ] as const) {
    const person = await stage.person(line, house.port);
    await person.open('sign-in');
    await person.page.goto(
      await callback(person, provider, { error: 'server_error', error_description: 'out of order' }),
    );
    await person.live();
    await person.page.waitForLoadState('networkidle');
    const [refused, going] = ['refused', 'going'].map((state) =>
      person.text(`screens.oauth-callback.states.${state}.title`),
    );
    await until('the page to say something', async () => (await person.page.getByText(going ?? '').count()) === 0, 15);
    const said = (await person.page.locator('main').locator('h1, [role=alert]').allTextContents()).join(' ');
    const cancelled = said.includes(refused ?? '');
    judge.sees(`${provider}: ${said}`, !cancelled && said !== '');
    const logged = house
      .log()
      .split('\n')
      .some(
        (each) =>
          each.includes('"level":40') && each.includes(`"provider":"${provider}"`) && each.includes('server_error'),
      );
    judge.expect(logged, `${provider}'s error is not in the log with its reason`);
    const metrics = await (await fetch(`http://127.0.0.1:${house.port}/metrics`)).text();
    const counted = metrics
      .split('\n')
      .some((each) => !each.startsWith('#') && each.includes(`provider="${provider}"`) && !/ 0$/.test(each));
    judge.expect(counted, `${provider}'s error is not counted`);
  }
}

export const OUTSIDE: readonly Fault[] = [
  { number: 7, name: 'SMTP server and SMS gateway down', holds: [6], run: sendersDown },
  { number: 8, name: 'SMTP server gone after DATA', holds: [4, 6], run: dropsAfterData },
  { number: 9, name: 'provider slow, provider dead', holds: [], run: providerSilent },
  { number: 24, name: 'mail at 8 s each, and an SMS is due', holds: [6], run: slowMail },
  { number: 27, name: 'a provider’s error that is no refusal', holds: [], run: providerFails },
];
