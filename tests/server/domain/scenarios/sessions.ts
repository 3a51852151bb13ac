/** Sessions, and the calls of the page itself. */
import { type Scenarios, signedIn, world } from './stage.ts';

export const scenarios: Scenarios = {
  session: {
    ok: async () =>
      (await signedIn({ username: 'state_master', email: 'master@mail.example', phone: '+8613800138000' })).call(
        'session',
      ),
    '602': () => world.browser().call('session'),
  },
  sessions: {
    ok: async () => {
      const reply = await (await signedIn()).call('sessions');
      reply.data.sessions[0].place = '203.0.113.*';
      return reply;
    },
    '602': () => world.browser().call('sessions'),
    'Session.Other': async () =>
      (await signedIn()).call('sessions', {}, { headers: { 'account-id': 'somebody before' } }),
  },
  'end-session': {
    ok: async () => {
      const browser = await signedIn();
      const { data } = await browser.call('sessions');
      return browser.call('end-session', { id: data.sessions[0].id });
    },
    '602': () => world.browser().call('end-session', { id: '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13' }),
    InvalidParameter: async () => (await signedIn()).call('end-session', { id: 'nonsense' }),
  },
  'end-all-sessions': {
    ok: async () => (await signedIn()).call('end-all-sessions', { present: true }),
    'ok--others': async () => (await signedIn()).call('end-all-sessions', { present: false }),
    '602': () => world.browser().call('end-all-sessions', { present: false }),
  },
  'recent-changes': {
    ok: async () => {
      const browser = await signedIn();
      const phone = '+8613700137009';
      const code = await browser.code(phone, 'binddevice');
      await browser.call('bind-phone', { phone, code, oldPassword: await browser.digest('Foyer2026a') });
      return browser.call('recent-changes');
    },
    'ok--none': async () => (await signedIn()).call('recent-changes'),
    '602': () => world.browser().call('recent-changes'),
    'Session.Other': async () =>
      (await signedIn()).call('recent-changes', {}, { headers: { 'account-id': 'somebody before' } }),
  },
  agreements: {
    ok: async () => (await signedIn()).call('agreements'),
    '602': () => world.browser().call('agreements'),
    'Session.Other': async () =>
      (await signedIn()).call('agreements', {}, { headers: { 'account-id': 'somebody before' } }),
  },
  'accept-agreements': {
    ok: async () => (await signedIn()).call('accept-agreements', { accepted: { terms: '1', privacy: '1' } }),
    '602': () => world.browser().call('accept-agreements', { accepted: {} }),
    'Session.Other': async () =>
      (await signedIn()).call('accept-agreements', { accepted: {} }, { headers: { 'account-id': 'somebody before' } }),
  },
  'sign-out': {
    ok: async () => (await signedIn()).call('sign-out'),
    '602': () => world.browser().call('sign-out'),
  },
  'client-events': { ok: () => world.browser().call('client-events', { name: 'signed-in' }) },
  'captcha-challenge': { ok: () => world.browser().call('captcha-challenge') },
};
