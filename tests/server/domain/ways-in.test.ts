/**
 * Every way in, for a master, a sub account and a DingTalk member's sub account, in both regions: who gets in, and what the
 * others are told. A refusal leaves no session and no token behind.
 */
import { enterpriseCommand } from '../../../src/server/enterprise.ts';
import type { Identity } from '../../../src/server/ports/identity.ts';
import { callOf, comeBack, linked, person, signInWith, thirdParties } from './third-parties.ts';
import { stagedWechat } from './wechat-stage.ts';
import { type Browser, type Reply, type TestAccount, withWorld } from './world.ts';

const world = withWorld();
const KINDS = ['master', 'sub', 'member'] as const;
type Kind = (typeof KINDS)[number];
type Line = 'renderbus' | 'foxrenderfarm';
/** `in`: a session of the account; `ok`: done, and nobody is signed in by it; anything else is the code. */
type Ends = 'in' | 'ok' | string;

interface Somebody {
  readonly kind: Kind;
  readonly line: Line;
  readonly account: TestAccount;
  readonly phone: string;
  readonly email: string;
  /** What the account signs in with by name. */
  readonly fullName: string;
  /** The member's, at DingTalk. */
  readonly who: Identity;
  readonly alias: string;
}

let serial = 0;

async function somebody(kind: Kind, line: Line): Promise<Somebody> {
  serial += 1;
  const own = { line, phone: world.phone(), email: `way_${serial}@mail.example` };
  const master = kind === 'master' ? undefined : await world.account({ line, phone: world.phone() });
  const account = await world.account({ ...own, ...(master ? { master } : {}) });
  const at = world.browser(line);
  const [alias, corpId] = [`Ways ${serial}`, `corp-ways-${serial}`];
  const zone = at.line.line.zone;
  const head = (master ?? account).username;
  const command = ['add', zone, alias, '--corp', corpId, '--client', `c-${serial}`, '--master', head];
  await enterpriseCommand(world.db, world.keys, command, 'the secret');
  const who = person({ corpId, name: 'Ming' });
  if (kind === 'member') await linked(at, 'dingtalk', who, account);
  const fullName = master ? `${account.username}@${master.uuid}` : account.username;
  return { kind, line, account, phone: own.phone, email: own.email, fullName, who, alias };
}

const visitor = ({ line }: Somebody): Browser => world.browser(line);

/** A browser that the account is signed in to by a way of its own. */
async function signedIn(one: Somebody): Promise<Browser> {
  const browser = visitor(one);
  const password = await browser.digest(one.account.password);
  const reply =
    one.kind === 'master'
      ? await browser.signIn(one.fullName, one.account.password)
      : await browser.call('sub-sign-in', { loginName: one.fullName, password, accountType: 2 });
  await browser.redeem(reply);
  return browser;
}

/** What a reply ends in, after the call that redeems its token. */
async function ends(one: Somebody, browser: Browser, reply: Reply): Promise<Ends> {
  if (reply.code !== 200) return String(reply.code);
  if (reply.data?.rsAuthToken === undefined) return (await browser.call('session')).code === 200 ? 'in' : 'ok';
  await browser.redeem(reply);
  const { data } = await browser.call('session');
  return data?.userId === one.account.id ? 'in' : 'nobody';
}

const byName = (name: (one: Somebody) => string, call = 'sign-in') => {
  const accountType = call === 'sign-in' ? 1 : 2;
  return async (one: Somebody): Promise<Ends> => {
    const browser = visitor(one);
    const password = await browser.digest(one.account.password);
    return ends(one, browser, await browser.call(call, { loginName: name(one), password, accountType }));
  };
};

/** The code that was sent; where none is, why not. */
const codeOf = (browser: ReturnType<typeof visitor>, one: Somebody, purpose: string) =>
  browser.code(one.phone, purpose).then(
    (code: string) => ({ code }),
    (error: Error) => ({ refused: error.message.replace('No code was sent: ', '') }),
  );

async function byCode(one: Somebody): Promise<Ends> {
  const browser = visitor(one);
  const sent = await codeOf(browser, one, 'signin');
  if ('refused' in sent) return sent.refused;
  const { code } = sent;
  return ends(one, browser, await browser.call('phone-sign-in', { phone: one.phone, code, accountType: 1 }));
}

/** Another screen shows a code, and a phone that is signed in scans it. */
async function byScan(one: Somebody): Promise<Ends> {
  const [phone, screen] = [await signedIn(one), visitor(one)];
  const { secret, qr } = (await screen.call('qr-ticket')).data;
  const ticket = new URL(qr).searchParams.get('ticket');
  const look = await phone.call('qr-look', { ticket });
  const confirmed = await phone.call('qr-confirm', { ticket });
  if (look.code !== 200) {
    // Nor by the next step, which a page of its own could take.
    expect([confirmed.code, (await screen.call('qr-redeem', { secret })).code]).toEqual([look.code, 'QrCode.Expired']);
    return String(look.code);
  }
  return ends(one, screen, await screen.call('qr-redeem', { secret }));
}

/** A phone that was nobody's yet scans, and signs in after that. */
async function byScanFirst(one: Somebody): Promise<Ends> {
  const [phone, screen] = [visitor(one), visitor(one)];
  const { secret, qr } = (await screen.call('qr-ticket')).data;
  const ticket = new URL(qr).searchParams.get('ticket');
  expect((await phone.call('qr-look', { ticket })).data.signedIn).toBe(false);
  const own = await signedIn(one);
  for (const [name, value] of own.jar) if (name !== 'flow') phone.jar.set(name, value);
  const looked = await phone.call('qr-look', { ticket });
  const confirmed = await phone.call('qr-confirm', { ticket });
  expect(looked.code).toBe(confirmed.code);
  if (confirmed.code !== 200) return String(confirmed.code);
  return ends(one, screen, await screen.call('qr-redeem', { secret }));
}

/** By a provider whose user is linked to the account, however that came to be. */
const byProvider = (id: string) => async (one: Somebody) => {
  const browser = visitor(one);
  const who = await linked(browser, id, person(), one.account);
  return ends(one, browser, await signInWith(browser, id, who));
};

async function byChatApp(one: Somebody): Promise<Ends> {
  const browser = visitor(one);
  return ends(one, browser, await signInWith(browser, 'dingtalk', one.who, { alias: one.alias }));
}

/** Linking a provider that brought somebody new, by the account's password. */
const byBindingAccount = (id: string) => async (one: Somebody) => {
  const browser = visitor(one);
  const { token } = (await signInWith(browser, id, person())).data;
  const password = await browser.digest(one.account.password);
  const body = { token, loginName: one.fullName, password, accountType: 1 };
  return ends(one, browser, await browser.call('third-bound-account', body));
};

/** The same by the account's phone. */
const byBindingPhone = (id: string) => async (one: Somebody) => {
  const browser = visitor(one);
  const { token, codePurpose } = (await signInWith(browser, id, person())).data;
  const sent = await codeOf(browser, one, codePurpose);
  if ('refused' in sent) return sent.refused;
  const { code } = sent;
  return ends(one, browser, await browser.call('bind-phone-to-third', { token, phone: one.phone, code }));
};

/** Linking it on the signed-in page. */
const byLinking = (id: string) => async (one: Somebody) => {
  const browser = await signedIn(one);
  const alias = id === 'dingtalk' ? { alias: one.alias } : {};
  const begun = await browser.call('third-token', { provider: id, purpose: 'bind', ...alias });
  if (begun.code !== 200) return String(begun.code);
  const { state } = begun.data;
  await comeBack(browser, id, state, person());
  const { data } = await browser.call(callOf(id), { state });
  return data.bindResult === 1 ? 'ok' : 'not linked';
};

/** A provider's user of an account that wrong passwords locked: the account's own contact is asked. */
const byVerifying = (id: string) => async (one: Somebody) => {
  const browser = visitor(one);
  const who = id === 'dingtalk' ? one.who : await linked(browser, id, person(), one.account);
  await world.db.query(
    `insert into sign_in_counter (key, zone, account_id, failures, locked_at) values ('account:' || $1::text, $2, $1::uuid, 10, foyer_now())`,
    [one.account.id, browser.line.line.zone],
  );
  const reply = await signInWith(browser, id, who, id === 'dingtalk' ? { alias: one.alias } : {});
  if (reply.code !== 200) return String(reply.code);
  const { token } = reply.data;
  await browser.call('third-check-phone', { token });
  const { code } = (await world.lastMessage(one.phone)).params;
  return ends(one, browser, await browser.call('third-bound', { token, code }, { headers: { authtoken: token } }));
};

const linkOf = async (one: Somebody): Promise<string> =>
  new URL(String((await world.lastMessage(one.email)).params.link)).searchParams.get('token') ?? '';

async function byResetLink(one: Somebody): Promise<Ends> {
  const browser = visitor(one);
  await browser.call('send-reset-link', { email: one.email });
  const { proof } = (await browser.call('check-email-token', { token: await linkOf(one) })).data;
  const password = await browser.digest('Another2026b');
  const call = one.line === 'renderbus' ? 'reset-password' : 'reset-user-password';
  return ends(one, browser, await browser.call(call, { proof, password }));
}

async function byResetCode(one: Somebody): Promise<Ends> {
  const browser = visitor(one);
  const code = await browser.code(one.phone, 'forgetpassword');
  const checked = await browser.call('check-verify-code', { phone: one.phone, purpose: 'forgetpassword', code });
  const { proof } = checked.data ?? {};
  if (proof === undefined) return String(checked.code);
  const password = await browser.digest('Another2026b');
  return ends(one, browser, await browser.call('reset-user-password', { proof, password }));
}

/** A link that activates, asked for again. */
async function byActivating(one: Somebody): Promise<Ends> {
  const browser = visitor(one);
  await world.db.query(`update account set status = 'unactivated', registered_flow = $2 where id = $1`, [
    one.account.id,
    (await import('../../../src/server/sessions/flow.ts')).flowOf(browser.context()),
  ]);
  await browser.call('send-active-link', { email: one.email });
  const { template } = await world.lastMessage(one.email);
  if (template !== 'activation') return template;
  const { proof } = (await browser.call('check-email-token', { token: await linkOf(one) })).data;
  return ends(one, browser, await browser.call('active-email', { proof }));
}

/** A WeChat that binds the account for coupons signs nobody in, and is no sub account's. */
async function byMiniProgram(one: Somebody): Promise<Ends> {
  const browser = await signedIn(one);
  const { platform, codes } = stagedWechat();
  browser.extra = { scenes: platform, thirdParties };
  const shown = await browser.call('invite-qrcode', { kind: 0 });
  if (shown.code !== 200) return String(shown.code);
  const phone = visitor(one);
  phone.extra = { scenes: platform };
  const bound = await phone.call('bind-wx-to-user', { scene: codes.at(-1), dialog: 2, code: `w${serial}` });
  return ends(one, phone, bound);
}

const SON = 'Account.Son.Prohibit.Login';
const WRONG = 'Account.SignIn.Failed';
const SHAPE = 'InvalidParameter';
const ASK_MASTER = 'Account.Sub.Reset.Pwd.Not.Support';
const NO_LINKS = 'Sub.Account.Bind.ThirdParty.Not.Support';

type Row = readonly [way: string, line: Line, go: (one: Somebody) => Promise<Ends>, ends: Readonly<Record<Kind, Ends>>];

const all = (each: Ends): Record<Kind, Ends> => ({ master: each, sub: each, member: each });
const masterOnly = (each: Ends, told: Ends): Record<Kind, Ends> => ({ master: each, sub: told, member: told });
const phoneOf = ({ phone }: Somebody): string => phone;
const emailOf = ({ email }: Somebody): string => email;
const nameOf = ({ account }: Somebody): string => account.username;
const fullNameOf = ({ fullName }: Somebody): string => fullName;
const underItself = ({ account }: Somebody): string => `${account.username}@${account.uuid}`;

const anywhere = (line: Line): readonly Row[] => [
  ['password and username', line, byName(nameOf), masterOnly('in', WRONG)],
  ['password and phone', line, byName(phoneOf), masterOnly('in', SON)],
  ['password and e-mail', line, byName(emailOf), masterOnly('in', SON)],
  ['password and full name', line, byName(fullNameOf), masterOnly('in', SON)],
  ['sub-account form, full name', line, byName(fullNameOf, 'sub-sign-in'), { master: SHAPE, sub: 'in', member: 'in' }],
  ['sub-account form, under itself', line, byName(underItself, 'sub-sign-in'), all(WRONG)],
  ['sub-account form, username', line, byName(nameOf, 'sub-sign-in'), all(SHAPE)],
  ['sub-account form, phone', line, byName(phoneOf, 'sub-sign-in'), all(SHAPE)],
  ['sub-account form, e-mail', line, byName(emailOf, 'sub-sign-in'), all(SHAPE)],
  ['a scan by a phone that is signed in', line, byScan, masterOnly('in', SON)],
  ['a scan by a phone that signs in then', line, byScanFirst, masterOnly('in', SON)],
  ['reset by a link', line, byResetLink, masterOnly('ok', ASK_MASTER)],
  ['reset by a code', line, byResetCode, masterOnly('ok', ASK_MASTER)],
  ['activation by a link', line, byActivating, masterOnly('ok', 'activation-unknown')],
];

const providers = (line: Line, ids: readonly string[]): readonly Row[] =>
  ids.flatMap((id): Row[] => [
    [`${id}`, line, byProvider(id), masterOnly('in', SON)],
    [`${id} while locked`, line, byVerifying(id), masterOnly('in', SON)],
    [`${id} linked on the account's page`, line, byLinking(id), masterOnly('ok', NO_LINKS)],
    [`${id} linked by the password`, line, byBindingAccount(id), masterOnly('in', SON)],
    [
      `${id} linked by the phone`,
      line,
      byBindingPhone(id),
      line === 'renderbus' ? masterOnly('in', NO_LINKS) : all('Forbidden'),
    ],
  ]);

const ROWS: readonly Row[] = [
  ...anywhere('renderbus'),
  ...anywhere('foxrenderfarm'),
  ['phone code', 'renderbus', byCode, masterOnly('in', SON)],
  ['phone code', 'foxrenderfarm', byCode, all('Forbidden')],
  ...providers('renderbus', ['wechat', 'qq']),
  ...providers('foxrenderfarm', ['google', 'apple']),
  // Whoever scans with DingTalk is a member: one that nobody knows joins, and waits for the master.
  [
    'dingtalk',
    'renderbus',
    byChatApp,
    { master: 'DingTalk.Account.Waiting', sub: 'DingTalk.Account.Waiting', member: 'in' },
  ],
  [
    'dingtalk while locked',
    'renderbus',
    byVerifying('dingtalk'),
    { master: 'DingTalk.Account.Waiting', sub: 'DingTalk.Account.Waiting', member: 'Account.Locked' },
  ],
  ["dingtalk linked on the account's page", 'renderbus', byLinking('dingtalk'), all('Forbidden')],
  ['mini program', 'renderbus', byMiniProgram, masterOnly('ok', 'Forbidden')],
  ['mini program', 'foxrenderfarm', byMiniProgram, all('Forbidden')],
];

const CASES = ROWS.flatMap(([way, line, go, told]) =>
  KINDS.map((kind) => ({ way, line, kind, go, told: told[kind] as Ends })),
);

test.each(CASES)('$way on $line, $kind: $told', async ({ line, kind, go, told }) => {
  const one = await somebody(kind, line);
  const tokens = async () =>
    (await world.db.query('select 1 from sign_in_token where account_id = $1 and used_at is null', [one.account.id]))
      .length;
  expect(await go(one)).toBe(told);
  expect(await tokens()).toBe(0);
});

test('what a scan confirmed for a sub account before that was refused opens nothing', async () => {
  const one = await somebody('sub', 'renderbus');
  const screen = visitor(one);
  const { secret } = (await screen.call('qr-ticket')).data;
  await world.db.query(
    `update qr_ticket set state = 'confirmed', scanned_by = 'phone', settled_at = foyer_now(), account_id = a.id, login_type = 3,
       generation = a.generation from account a where a.id = $1`,
    [one.account.id],
  );
  expect((await screen.call('qr-redeem', { secret })).code).toBe('QrCode.Expired');
});

test('a code that a sub account scanned is still good for its master', async () => {
  const [sub, master] = [await somebody('sub', 'renderbus'), await somebody('master', 'renderbus')];
  const screen = visitor(sub);
  const { secret, qr } = (await screen.call('qr-ticket')).data;
  const ticket = new URL(qr).searchParams.get('ticket');
  expect((await (await signedIn(sub)).call('qr-look', { ticket })).code).toBe(SON);
  const phone = await signedIn(master);
  await phone.call('qr-look', { ticket });
  await phone.call('qr-confirm', { ticket });
  expect(await ends(master, screen, await screen.call('qr-redeem', { secret }))).toBe('in');
});
