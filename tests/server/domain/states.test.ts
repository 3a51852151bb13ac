/**
 * The recorded answers under `tests/states/<call>/<outcome>.json` feed previews and screen tests; here the server itself
 * must give each of them. `RECORD_STATES=1` writes them anew. A file with `"recorded": true` holds a code that a call
 * may answer by contract but that this server has no occasion to give.
 *
 * Values that differ every time stand as `<uuid>`, `<token>`, `<time>` and `<integer>`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenarios as account } from './scenarios/account.ts';
import { scenarios as afterRegistration } from './scenarios/after-registration.ts';
import { scenarios as codes } from './scenarios/codes.ts';
import { scenarios as fresh } from './scenarios/fresh.ts';
import { scenarios as links } from './scenarios/links.ts';
import { scenarios as qr } from './scenarios/qr.ts';
import { scenarios as registration } from './scenarios/registration.ts';
import { scenarios as sessions } from './scenarios/sessions.ts';
import { scenarios as signIn } from './scenarios/sign-in.ts';
import { type Scenarios, world } from './scenarios/stage.ts';
import { scenarios as thirdMembers } from './scenarios/third-members.ts';
import { scenarios as thirdParty } from './scenarios/third-party.ts';
import { scenarios as ways } from './scenarios/ways.ts';
import { scenarios as wechat } from './scenarios/wechat.ts';

const ROOT = join(__dirname, '../../states');
const RECORD = process.env.RECORD_STATES === '1';
const given: Scenarios = {
  ...afterRegistration,
  ...signIn,
  ...registration,
  ...codes,
  ...links,
  ...sessions,
  ...account,
  ...ways,
  ...thirdParty,
  ...thirdMembers,
  ...qr,
  ...wechat,
};
const scenarios: Scenarios = {
  ...given,
  ...Object.fromEntries(Object.entries(fresh).map(([call, outcomes]) => [call, { ...given[call], ...outcomes }])),
};

const VOLATILE: Readonly<Record<string, string>> = {
  userId: '<uuid>',
  uuid: '<uuid>',
  id: '<uuid>',
  rsAuthToken: '<token>',
  proof: '<token>',
  userKey: '<token>',
  raySyncUserKey: '<token>',
  since: '<time>',
  seconds: '<integer>',
  challenge: '<challenge>',
};

function recordable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(recordable);
  // Phones are made as they are needed.
  if (typeof value === 'string') return value.replace(/\*{4}\d{4}$/, '****0000');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, VOLATILE[key] ?? recordable(each)]));
}

interface Recorded {
  readonly code: string | number;
  readonly data: unknown;
  readonly recorded?: true;
}
const fileOf = (call: string, outcome: string): string => join(ROOT, call, `${outcome}.json`);
const read = (call: string, outcome: string): Recorded => JSON.parse(readFileSync(fileOf(call, outcome), 'utf8'));
function write(call: string, outcome: string, recorded: Recorded): void {
  mkdirSync(join(ROOT, call), { recursive: true });
  writeFileSync(fileOf(call, outcome), `${JSON.stringify(recorded, null, 2)}\n`);
}
const outcomesOf = (call: string): string[] =>
  existsSync(join(ROOT, call)) ? readdirSync(join(ROOT, call)).map((file) => file.replace(/\.json$/, '')) : [];

const cases = Object.entries(scenarios).flatMap(([call, outcomes]) =>
  Object.entries(outcomes).map(([outcome, scenario]) => [call, outcome, scenario] as const),
);

test.each(cases)('%s answers %s as recorded', async (call, outcome, scenario) => {
  const { code, data } = await scenario();
  const answered = { code, data: recordable(data) };
  expect(outcome.replace(/--.*$/, '')).toBe(code === 200 ? 'ok' : String(code));
  if (RECORD) write(call, outcome, answered);
  expect(answered).toEqual(read(call, outcome));
});

test('every code that a call may answer is recorded, and every recording is either given here or marked', () => {
  const faults: string[] = [];
  const { calls = {}, errors = {} } = world.lines.renderbus ?? {};
  // What being a call or a header set implies is the same under all of them: tests of the platform and `proofs.test.ts` show it.
  const isOwn = (code: string): boolean => [undefined, 'captcha'].includes(errors[code]?.impliedBy);
  for (const [call, { fails }] of Object.entries(calls)) {
    const given = scenarios[call] ?? {};
    for (const code of fails.filter((each) => isOwn(each) && !given[each])) {
      if (RECORD) write(call, code, { code, data: null, recorded: true });
      if (!outcomesOf(call).includes(code)) faults.push(`${call}/${code} is not recorded`);
    }
    for (const outcome of outcomesOf(call)) {
      const marked = read(call, outcome).recorded === true;
      if (marked === outcome in given)
        faults.push(`${call}/${outcome} is ${marked ? 'given after all' : 'given by nobody'}`);
    }
  }
  for (const call of readdirSync(ROOT)) if (!calls[call]) faults.push(`${call} is no call`);
  expect(faults).toEqual([]);
});
