/** What happens at once, twice, in the wrong order, elsewhere, or by a wrong clock. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Caller } from '../bench/caller.ts';
import { type Account, digestFor, register, signIn } from '../bench/calls.ts';
import { guessAcrossInstances } from '../bench/instances.ts';
import { currentRelease, lineOf } from '../bench/release.ts';
import { freePort } from '../free-port.ts';
import type { Person } from '../person.ts';
import { type House, PASSWORD } from './house.ts';
import { countersExact, oneAccountEach } from './invariants.ts';
import type { Judge } from './judge.ts';
import { mistype } from './load.ts';
import { freshPhone } from './outside.ts';
import { LINES, type Stage } from './stage.ts';
import type { Fault } from './types.ts';

const AT_ONCE = 50;

const sessions = (house: House): Promise<number> => house.count('select 1 from user_session');

/** Goes to the provider and stops before its answer reaches our callback; gives the callback's address. */
async function answerOf(person: Person): Promise<string> {
  await person.open('sign-in');
  // As a string: what a build step adds to functions is not there in the page.
  const url = (await person.page.evaluate(
    `fetch('/api/sso/thirdParty/getToken?provider=google&way=redirect').then((answer) => answer.json()).then(({ data }) => data.url)`,
  )) as string;
  await person.page.goto(url);
  // A redirect cannot be held back by its own address: the provider's answer is, which leads there.
  const answered = new Promise<string>((done) => {
    void person.page.route(
      (asked) => asked.pathname.startsWith('/simulators/'),
      async (route) => {
        const answer = await route.fetch({ maxRedirects: 0 });
        done(new URL(answer.headers().location ?? '', answer.url()).href);
        await route.abort();
      },
    );
  });
  await person.page.locator('button[name=person][value="linked"]').click();
  const address = await answered;
  await person.page.unrouteAll();
  // Chromium tries a page that failed again by itself, unless one is on another by then.
  await person.open('sign-in');
  return address;
}

async function callbacks(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.shared();
  const again = (person: Person): Promise<boolean> =>
    person.sees('screens.oauth-callback.states.expired.title').then(
      () => true,
      () => false,
    );
  const person = await stage.person(LINES.mail, house.port);
  const address = await answerOf(person);
  const before = await sessions(house);
  await person.page.goto(address);
  await person.at('console');
  const once = (await sessions(house)) - before;
  await person.page.goto(address);
  await person.live();
  await person.page.waitForLoadState('networkidle');
  const twice = (await sessions(house)) - before;
  judge.sees(`once: signed in; the same callback again: ${twice} session`, once === 1 && twice === 1);

  const [beginner, victim] = [await stage.person(LINES.mail, house.port), await stage.person(LINES.mail, house.port)];
  const foreign = await answerOf(beginner);
  const held = await sessions(house);
  await victim.page.goto(foreign);
  const victimTold = await again(victim);
  const state = new URL(foreign).searchParams.get('state');
  const path = lineOf(currentRelease(), LINES.mail).calls['google-login']?.path ?? '';
  const redeemed = await beginner.page.evaluate(
    `fetch('${path}', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify({ state: '${state}' }) }).then((answer) => answer.json()).then(({ code }) => code)`,
  );
  judge.sees(
    `brought to another browser: ${victimTold ? 'start again' : 'something else'}; whoever began gets ${redeemed}`,
    victimTold && redeemed !== 200,
  );
  const late = await stage.person(LINES.mail, house.port);
  const old = await answerOf(late);
  await house.letTimePass(11 * 60);
  await late.page.goto(old);
  const lateTold = await again(late);
  judge.sees(`after eleven minutes: ${lateTold ? 'start again' : 'something else'}`, lateTold);
  const atEnd = await sessions(house);
  judge.holds(
    4,
    twice === 1 && atEnd === held,
    `${twice} sessions by one callback, then ${atEnd - held} by foreign and late ones`,
  );
}

interface PhoneCalls {
  send(caller: Caller): Promise<string | number | undefined>;
  enter(caller: Caller, code: string): Promise<string | number | undefined>;
}

async function wrongClock(stage: Stage, judge: Judge): Promise<void> {
  const right = await stage.house();
  const ahead = await stage.instance(right, {
    NODE_OPTIONS: `--import ${pathToFileURL(resolve('src/tools/faults/wrong-clock.mjs')).href}`,
  });
  const target = stage.target(LINES.mail);
  const line = lineOf(currentRelease(), LINES.phone);
  const saw: string[] = [];
  let once = true;
  for (const [from, to, way] of [
    [right, ahead, 'sent by the right one, entered at the wrong one'],
    [ahead, right, 'sent by the wrong one, entered at the right one'],
  ] as const) {
    const phone = `+86${freshPhone()}`;
    const caller = right.caller(LINES.phone);
    const at = (house: House): Caller => caller.at(house.port);
    const calls: PhoneCalls = {
      send: async (by) =>
        (await by.post(line.calls['send-verify-code']?.path ?? '', { phone, purpose: 'signin', channel: 1 })).code,
      enter: async (by, code) =>
        (await by.post(line.calls['phone-sign-in']?.path ?? '', { phone, code, accountType: 1 })).code,
    };
    const sent = await calls.send(at(from));
    const { code } = await right.message(phone);
    const entered = await calls.enter(at(to), code ?? '');
    const repeated = await calls.enter(at(from), code ?? '');
    const taken = sent === 200 && !/code|expire|limit/i.test(String(entered));
    saw.push(`${way}: ${taken ? 'taken' : `${sent}, then ${entered}`}`);
    if (!taken) judge.faults.push(`a code ${way} was answered with ${sent}, then ${entered}`);
    once &&= repeated !== entered && repeated !== 200;
  }
  judge.sees(`a code ${saw.join('; ')}`);
  judge.holds(4, once, 'a code was taken twice');

  const account = await right.account(target);
  const digest = await digestFor(target, PASSWORD);
  for (const [from, to, how] of [
    [right, ahead, 'right'],
    [ahead, right, 'wrong'],
  ] as const) {
    const caller = right.caller(LINES.mail);
    const signed = await signIn(caller.at(from.port), target, account.username, digest);
    const seen = await caller.at(to.port).get(target.paths.session);
    const holds = signed.code === 200 && seen.code === 200;
    judge.sees(`signed in at the ${how} one, at home at the other: ${holds}`, holds);
  }
  const victim = await right.account(target);
  let answered = 0;
  for (const house of [right, ahead])
    if ((await mistype(right, target, victim, house.port))?.status === 401) answered += 1;
  await countersExact(right, victim, { sent: 2, answered }, judge);
}

async function fiftyAtOnce(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.house();
  const other = await stage.instance(house);
  const target = stage.target(LINES.mail);
  const username = `f${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const account: Account = { username, email: `${username}@mail.example`, password: PASSWORD };
  const caller = house.caller(target.line);
  // A browser has its cookie before it posts.
  await caller.get(target.page);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      register(caller.at(index % 2 ? other.port : house.port), target, account, key),
    ),
  );
  const kinds = new Set(answers.map(({ status, code, data }) => `${status} ${code} ${JSON.stringify(data)}`));
  judge.sees(
    `${AT_ONCE} answers, ${kinds.size === 1 ? 'all equal' : `${kinds.size} kinds (${[...kinds].join(' / ')})`}: ${answers[0]?.status} ${answers[0]?.code}`,
    kinds.size === 1 && answers[0]?.code === 200,
  );
  const mails = await house.count('select 1 from outbox');
  judge.holds(3, (await house.count('select 1 from account')) === 1, 'there is more than one account');
  judge.holds(4, mails === 1, `${mails} mails are owed`);
}

async function twoRace(stage: Stage, judge: Judge): Promise<void> {
  const house = await stage.house();
  const other = await stage.instance(house);
  const target = stage.target(LINES.mail);
  const rounds = 12;
  const odd: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const username = `f${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const answers = await Promise.all(
      [house, other].map(({ port }, index) =>
        register(
          house.caller(target.line, port),
          target,
          { username, email: `${username}${index}@mail.example`, password: PASSWORD },
          randomUUID(),
        ),
      ),
    );
    const codes = answers.map(({ code }) => String(code)).sort();
    if (codes[0] !== '200' || codes[1] !== 'Account.UserName.Existed') odd.push(codes.join(' and '));
  }
  judge.sees(
    `${rounds} times one name at both: ${odd.length === 0 ? 'one has it, the other hears that it is taken' : odd[0]}`,
    odd.length === 0,
  );
  await oneAccountEach(house, judge);
  const victim = await house.account(target);
  const report = await guessAcrossInstances({
    ports: [house.port, await freePort()],
    dataDir: house.dataDir,
    target,
    name: victim.username,
    email: victim.email,
    tries: AT_ONCE,
  });
  judge.holds(
    5,
    report.evaluated > 0 && report.evaluated <= 10,
    `${report.evaluated} of ${AT_ONCE} wrong passwords were looked at`,
  );
  judge.sees(`${AT_ONCE} wrong passwords at once over both: ${report.evaluated} looked at`);
}

export const RACES: readonly Fault[] = [
  { number: 10, name: 'a callback twice, in another browser, late', holds: [4], run: callbacks },
  { number: 11, name: 'the clock of one instance is wrong', holds: [4, 5], run: wrongClock },
  { number: 12, name: 'the same POST 50 times at once', holds: [3, 4], run: fiftyAtOnce },
  { number: 13, name: 'two instances race', holds: [3, 5], run: twoRace },
];
