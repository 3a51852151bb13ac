/** What follows a registration. */
import type { Reply } from '../world.ts';
import { next, type Scenarios, signedIn, world } from './stage.ts';

async function registered(wait = 0): Promise<Reply> {
  const browser = world.browser();
  const phone = world.phone();
  const code = await browser.code(phone, 'register');
  const { data } = await browser.call('register-phone', {
    phone,
    code,
    username: `settler_${next()}`,
    password: await browser.digest('Foyer2026a'),
    businessType: 0,
    agreement: true,
  });
  await world.shiftClock(wait);
  const { username: userName, rsAuthToken } = data;
  return browser.call('rendering-register', { userName, version: '1.0.0', rsAuthToken });
}

async function present(verdict?: string): Promise<Reply> {
  const browser = await signedIn();
  if (verdict !== undefined) {
    const { data } = await browser.call('generate-real-name-auth');
    const ticket = new URL(data.url, 'http://local').searchParams.get('ticket');
    const [row] = await world.db.query<{ return_to: string }>(
      'update sandbox.real_name set verdict = $2 where ticket = $1 returning return_to',
      [ticket, verdict],
    );
    const returned = new URL(row?.return_to ?? '').searchParams.get('verified');
    return browser.call('check-user-and-present', { returned });
  }
  return browser.call('check-user-and-present');
}

/** Nobody verifies names. */
async function withoutProvider(): Promise<Reply> {
  const browser = await signedIn();
  const { context } = browser;
  browser.context = (...given) => {
    const { realName: _, ...rest } = context.apply(browser, given);
    return rest;
  };
  return browser.call('generate-real-name-auth');
}

async function maintained(until: boolean): Promise<Reply> {
  await world.db.query(
    `insert into platform_maintenance (line, until) values ('ip', case when $1 then foyer_now() + interval '1 hour' end)
     on conflict (line) do update set until = excluded.until`,
    [until],
  );
  return world.browser('ip').call('platform-status');
}

export const scenarios: Scenarios = {
  'rendering-register': {
    ok: () => registered(),
    'Account.Token.Expired': () => registered(601),
  },
  'query-soft-type': {
    ok: async () => (await signedIn()).call('query-soft-type'),
    'ok--chosen': async () => {
      const browser = await signedIn();
      await browser.call('user-index-guide', { softTypes: [2000, 2030], otherSoftware: 'Gaea', businessType: 1 });
      return browser.call('query-soft-type');
    },
    602: () => world.browser().call('query-soft-type'),
  },
  'user-index-guide': {
    ok: async () => (await signedIn()).call('user-index-guide', { softTypes: [2000, 2004] }),
    'Save.Overtaken': async () => {
      const browser = await signedIn();
      await browser.call('user-index-guide', { softTypes: [2000] });
      return browser.call('user-index-guide', { softTypes: [2004], version: '0' });
    },
    602: () => world.browser().call('user-index-guide', { softTypes: [2000] }),
  },
  'check-user-and-present': {
    ok: () => present(),
    'ok--pending': () => present('pending'),
    'ok--presented': () => present('passed'),
    'ok--failed': () => present('failed'),
    602: () => world.browser().call('check-user-and-present'),
  },
  'generate-real-name-auth': {
    ok: async () => {
      const reply = await (await signedIn()).call('generate-real-name-auth');
      reply.data.url = String(reply.data.url).replace(/=.*$/, '=<uuid>');
      return reply;
    },
    602: () => world.browser().call('generate-real-name-auth'),
    'Common.Failed': withoutProvider,
  },
  'platform-status': {
    ok: () => world.browser().call('platform-status'),
    'ok--maintenance': () => maintained(false),
    'ok--maintenance-until': async () => {
      const reply = await maintained(true);
      reply.data.until = 1790000000000;
      return reply;
    },
  },
  'business-param': { ok: () => world.browser().call('business-param') },
  'switch-platform': {
    ok: async () => (await signedIn()).call('switch-platform', { platform: 2 }),
    602: () => world.browser().call('switch-platform', { platform: 2 }),
  },
};
