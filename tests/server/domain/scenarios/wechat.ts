/** Binding WeChat for coupons. */
import { stagedWechat } from '../wechat-stage.ts';
import type { Browser, Reply } from '../world.ts';
import { next, type Scenarios, signedIn, world } from './stage.ts';

const { platform, codes } = stagedWechat();

async function visitor(): Promise<Browser> {
  const browser = await signedIn();
  browser.extra = { scenes: platform };
  return browser;
}
function program(): Browser {
  const phone = world.browser();
  phone.extra = { scenes: platform };
  return phone;
}

interface Shown {
  readonly browser: Browser;
  readonly ticket: string;
  readonly scene: string;
}
async function shown(): Promise<Shown> {
  const browser = await visitor();
  const { data } = await browser.call('invite-qrcode');
  return { browser, ticket: data.ticket, scene: codes.at(-1) ?? '' };
}
const act = (scene: string, dialog: number, code?: string): Promise<Reply> =>
  program().call('bind-wx-to-user', { scene, dialog, ...(code ? { code } : {}) });
const poll = ({ browser, ticket }: Shown): Promise<Reply> => browser.call('is-haved-bound-wx', { ticket });

async function after(dialog: number, code?: string): Promise<Reply> {
  const given = await shown();
  await act(given.scene, dialog, code);
  return poll(given);
}
const person = (): string => `state-${next()}`;

export const scenarios: Scenarios = {
  'mini-pro-activity': {
    ok: async () => (await visitor()).call('mini-pro-activity'),
    'ok--bound': async () => {
      const { browser, scene } = await shown();
      await act(scene, 2, person());
      return browser.call('mini-pro-activity');
    },
    'ok--unavailable': async () => (await signedIn()).call('mini-pro-activity'),
    '602': () => world.browser().call('mini-pro-activity'),
  },
  'invite-qrcode': {
    ok: async () => {
      const reply = await (await visitor()).call('invite-qrcode');
      return { ...reply, data: { ...reply.data, ticket: '<token>', image: '/foyer/wxacode/<token>' } };
    },
    'ok--public-account': async () => {
      const reply = await (await visitor()).call('invite-qrcode', { kind: 1 });
      return { ...reply, data: { ...reply.data, ticket: '<token>', qr: 'http://weixin.qq.com/q/<token>' } };
    },
    '602': () => world.browser().call('invite-qrcode'),
    'Common.Failed': async () => (await signedIn()).call('invite-qrcode'),
  },
  'is-haved-bound-wx': {
    ok: async () => poll(await shown()),
    'ok--scanned': () => after(1),
    'ok--bound': () => after(2, person()),
    'ok--refused': () => after(0),
    'ok--already-bound': async () => {
      const { browser, scene } = await shown();
      await act(scene, 2, person());
      return browser.call('is-haved-bound-wx');
    },
    'ok--elsewhere': async () => {
      const who = person();
      await after(2, who);
      return after(2, who);
    },
    'ok--expired': async () => {
      const given = await shown();
      await world.shiftClock(121);
      return poll(given);
    },
    '602': () => world.browser().call('is-haved-bound-wx'),
  },
  'bind-wx-to-user': {
    ok: async () => act((await shown()).scene, 2, person()),
    'ok--opened': async () => {
      const reply = await act((await shown()).scene, 1);
      return { ...reply, data: { ...reply.data, place: '203.0.113.*' } };
    },
    'QrCode.Expired': () => act('A'.repeat(22), 1),
    'Common.Failed': async () => act((await shown()).scene, 2, 'used'),
  },
};
