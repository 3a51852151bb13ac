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
  'sign-out': {
    ok: async () => (await signedIn()).call('sign-out'),
    '602': () => world.browser().call('sign-out'),
  },
  'client-events': { ok: () => world.browser().call('client-events', { name: 'signed-in' }) },
  'captcha-challenge': { ok: () => world.browser().call('captcha-challenge') },
};
