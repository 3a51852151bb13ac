/**
 * What a link that gives no password any more is told as: every kind of link x both calls x whatever became of it or of its
 * account while the page of the new password was open in another browser.
 */
import { type Browser, withWorld } from './world.ts';

const world = withWorld();
const CALLS = ['reset-password', 'reset-user-password'] as const;
let serial = 0;

interface Open {
  readonly own: Browser;
  readonly other: Browser;
  readonly token: string;
  readonly email: string;
}

type Meanwhile = (open: Open) => Promise<unknown>;

async function followed({ own, token }: Open): Promise<void> {
  const { data } = await own.call('check-email-token', { token });
  expect((await own.call('active-email', { proof: data.proof })).code).toBe(200);
}

async function passwordSet({ own, token }: Open): Promise<void> {
  const third = world.browser(own.line.name);
  const { data } = await third.call('check-email-token', { token });
  const body = { proof: data.proof, password: await third.digest('Meanwhile2026m') };
  expect((await third.call('reset-user-password', body)).code).toBe(200);
}

const became =
  (status: string): Meanwhile =>
  ({ email }) =>
    world.db.query('update account set status = $2 where email = $1', [email, status]);
const nothing: Meanwhile = async () => undefined;
const EXPIRED = 'Account.Token.Expired';
const ACTIVE = 'Account.Email.Actived';

const ROWS: Readonly<
  Record<'activate' | 'reset', Readonly<Record<string, readonly [Meanwhile, call: string | number, link?: string]>>>
> = {
  activate: {
    'nothing happens': [nothing, 200],
    'the browser that registered follows it': [followed, ACTIVE],
    'a third browser sets the password': [passwordSet, ACTIVE],
    'it runs out': [() => world.shiftClock(86401), EXPIRED],
    'it runs out after it was followed': [
      async (open) => {
        await followed(open);
        await world.shiftClock(86401);
      },
      // The proof is over; the link of the mail still says why.
      EXPIRED,
      ACTIVE,
    ],
    'the account is disabled': [became('disabled'), ACTIVE],
    'the account is cancelled': [became('cancelled'), EXPIRED],
  },
  reset: {
    'nothing happens': [nothing, 200],
    'a third browser sets the password': [passwordSet, EXPIRED],
    'it runs out': [() => world.shiftClock(1801), EXPIRED],
    'the account is cancelled': [became('cancelled'), EXPIRED],
  },
};

const rows = Object.entries(ROWS).flatMap(([kind, of]) =>
  Object.entries(of).flatMap(([what, [meanwhile, code, link = code]]) =>
    CALLS.map((call) => [kind as 'activate' | 'reset', call, what, meanwhile, code, link] as const),
  ),
);

test.each(rows)('a link to %s, %s: %s', async (kind, call, _, meanwhile, code, link) => {
  serial += 1;
  const email = `over_${serial}@mail.example`;
  const own = world.browser('foxrenderfarm');
  const other = world.browser('foxrenderfarm');
  const status = kind === 'activate' ? 'unactivated' : 'active';
  await world.account({ line: 'foxrenderfarm', email, status, registeredBy: own });
  expect((await own.call(kind === 'activate' ? 'send-active-link' : 'send-reset-link', { email })).code).toBe(200);
  const token = new URL(String((await world.lastMessage(email)).params.link)).searchParams.get('token') ?? '';
  const { data } = await other.call('check-email-token', { token });
  await meanwhile({ own, other, token, email });
  const body = { proof: data.proof, password: await other.digest('Renewed2026b') };
  expect((await other.call(call, body)).code).toBe(code);
  if (code !== 200) expect((await world.browser('foxrenderfarm').call('check-email-token', { token })).code).toBe(link);
});
