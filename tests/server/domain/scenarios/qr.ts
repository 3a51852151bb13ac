/** Signing in by a phone that scans. */
import type { Browser, Reply } from '../world.ts';
import { blocked, type Scenarios, signedIn, subAccount, world } from './stage.ts';

interface Shown {
  readonly desktop: Browser;
  readonly secret: string;
  readonly ticket: string;
}

/** A browser that shows a code. */
async function shown(): Promise<Shown> {
  const desktop = world.browser();
  const { data } = await desktop.call('qr-ticket');
  return { desktop, secret: data.secret, ticket: new URL(data.qr).searchParams.get('ticket') ?? '' };
}

const poll = ({ desktop, secret }: Shown): Promise<Reply> =>
  desktop.call('qr-poll', {}, { headers: { 'qr-secret': secret } });
const redeem = ({ desktop, secret }: Shown): Promise<Reply> => desktop.call('qr-redeem', { secret });

/** A code that a phone scanned, signed in or not. */
async function scanned(phone?: Browser): Promise<Shown & { readonly phone: Browser; readonly look: Reply }> {
  const code = await shown();
  const scanner = phone ?? (await signedIn({ username: 'state_scanner' }).catch(() => signedIn()));
  const look = await scanner.call('qr-look', { ticket: code.ticket });
  if (look.data.match) look.data.match = '47';
  if (look.data.place) look.data.place = '203.0.113.*';
  if (look.data.returnTo) look.data.returnTo = look.data.returnTo.replace(/=.*/, '=<token>');
  return { ...code, phone: scanner, look };
}

async function confirmed(): Promise<Shown & { readonly phone: Browser; readonly reply: Reply }> {
  const code = await scanned(await signedIn());
  return { ...code, reply: await code.phone.call('qr-confirm', { ticket: code.ticket }) };
}

/** Somebody else's phone was first. */
async function taken(call: string): Promise<Reply> {
  const { ticket } = await scanned(world.browser());
  return (await signedIn()).call(call, { ticket });
}

/** A phone that is signed in as a sub account. */
async function bySub(call: string): Promise<Reply> {
  const { ticket } = await shown();
  const { loginName, password } = await subAccount();
  const phone = world.browser();
  const body = { loginName, password: await phone.digest(password), accountType: 2 };
  await phone.redeem(await phone.call('sub-sign-in', body));
  return phone.call(call, { ticket });
}

/** The phone waited too long. */
async function late(call: string): Promise<Reply> {
  const { phone, ticket } = await scanned(await signedIn());
  await world.shiftClock(121);
  return phone.call(call, { ticket });
}

async function settled(call: 'qr-confirm' | 'qr-cancel'): Promise<Reply> {
  const code = await scanned(await signedIn());
  await code.phone.call(call, { ticket: code.ticket });
  const look = await code.phone.call('qr-look', { ticket: code.ticket });
  return { ...look, data: { ...look.data, match: '47', place: '203.0.113.*', account: 'state_scanner' } };
}

export const scenarios: Scenarios = {
  'qr-ticket': {
    ok: async () => {
      const reply = await world.browser().call('qr-ticket');
      const qr = String(reply.data.qr).replace(/=.*/, '=<token>');
      return { ...reply, data: { ...reply.data, qr, secret: '<token>', match: '47' } };
    },
    'Account.SignIn.IpLimit': async () => (await blocked(world.browser())).call('qr-ticket'),
  },
  'qr-poll': {
    ok: async () => poll(await shown()),
    'ok--scanned': async () => poll(await scanned(world.browser())),
    'ok--confirmed': async () => poll(await confirmed()),
    'ok--cancelled': async () => {
      const code = await scanned(await signedIn());
      await code.phone.call('qr-cancel', { ticket: code.ticket });
      return poll(code);
    },
    'ok--expired': async () => {
      const code = await shown();
      await world.shiftClock(121);
      return poll(code);
    },
  },
  'qr-redeem': {
    ok: async () => {
      const reply = await redeem(await confirmed());
      return { ...reply, data: { ...reply.data, loginName: 'state_scanner' } };
    },
    'QrCode.Expired': async () => redeem(await shown()),
    'Account.SignIn.IpLimit': async () => {
      const code = await confirmed();
      await blocked(code.desktop);
      return redeem(code);
    },
  },
  'qr-look': {
    ok: async () => (await scanned()).look,
    'ok--guest': async () => (await scanned(world.browser())).look,
    'ok--done': () => settled('qr-confirm'),
    'ok--cancelled': () => settled('qr-cancel'),
    'Account.Son.Prohibit.Login': () => bySub('qr-look'),
    'QrCode.Scanned': () => taken('qr-look'),
    'QrCode.Expired': () => late('qr-look'),
  },
  'qr-confirm': {
    ok: async () => (await confirmed()).reply,
    '602': async () => {
      const { phone, ticket } = await scanned(world.browser());
      return phone.call('qr-confirm', { ticket });
    },
    'Account.Son.Prohibit.Login': () => bySub('qr-confirm'),
    'QrCode.Scanned': () => taken('qr-confirm'),
    'QrCode.Expired': () => late('qr-confirm'),
    'Account.Locked': async () => {
      const code = await scanned(await signedIn());
      await world.db.query(
        `update sign_in_counter set failures = 10, locked_at = foyer_now() where key in
           (select 'account:' || s.account_id from user_session s order by s.created_at desc limit 1)`,
      );
      // A phone that never signed in to the account with a password of its own is no known device.
      code.phone.jar.delete('device');
      return code.phone.call('qr-confirm', { ticket: code.ticket });
    },
  },
  'qr-cancel': {
    ok: async () => {
      const { phone, ticket } = await scanned(world.browser());
      return phone.call('qr-cancel', { ticket });
    },
    'QrCode.Scanned': () => taken('qr-cancel'),
    'QrCode.Redeemed': async () => {
      const code = await confirmed();
      await redeem(code);
      return code.phone.call('qr-cancel', { ticket: code.ticket });
    },
    'QrCode.Expired': () => late('qr-cancel'),
  },
};
