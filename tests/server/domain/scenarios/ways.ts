/** Ways in and out: where the visitor is, what is counted, what an advertisement's network hears. */
import { type Scenarios, world } from './stage.ts';

export const scenarios: Scenarios = {
  'check-is-domestic-ip': {
    ok: () => world.browser().call('check-is-domestic-ip'),
    'ok--other-site': () => {
      const browser = world.browser();
      browser.extra = { country: 'US' };
      return browser.call('check-is-domestic-ip');
    },
  },
  'collect-data': {
    ok: () => world.browser().call('collect-data', { name: 'sign-in-shown', screen: 'sign-in', comefrom: 'partner' }),
  },
  'baidu-clue': {
    ok: () => world.browser().call('baidu-clue', { bdVid: 'visit-1', rsAuthToken: 'a'.repeat(43) }),
  },
};
