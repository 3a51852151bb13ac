/** @jest-environment ./tests/page-environment.cjs */
/**
 * Every screen of every line, opened by its address by somebody for whom nothing happened before: signed out, and signed in.
 * It says something that is so, or leads on; none speaks of an outcome that there was not.
 */
import { existsSync, readdirSync } from 'node:fs';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type Answers, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

/** A service where somebody is signed in, and all goes well. */
const SIGNED_IN: Answers = {
  ...Object.fromEntries(
    readdirSync('tests/states')
      .filter((call) => existsSync(`tests/states/${call}/ok.json`))
      .map((call) => [call, recorded(call, 'ok')]),
  ),
  // Of none in particular.
  'sub-accounts': ok({ subAccounts: [] }),
};
/** One where nobody is, whose sign-ins at providers begin. */
const SIGNED_OUT: Answers = Object.fromEntries(
  ['third-token', 'qr-ticket', 'qr-poll', 'business-param'].map((call) => [call, SIGNED_IN[call]]),
) as Answers;

/** On to the line's home, or to what a visitor came for. */
const LEFT = 'left';
/** Screen → what is shown by its address: to who is signed out, and to who is signed in. */
const SHOWN: Readonly<Record<string, readonly [out: string, signedIn: string]>> = {
  'account-saved': ['sign-in', 'console signed-in'],
  activate: ['re-activate', 're-activate'],
  agreements: ['sign-in', LEFT],
  'bind-account': ['sign-in', LEFT],
  'bind-phone': ['sign-in', 'bind-phone'],
  bridge: ['sign-in', LEFT],
  'change-email': ['sign-in', 'change-email'],
  'change-password': ['sign-in', 'change-password'],
  'choose-account': ['forgot-password', 'forgot-password'],
  console: ['sign-in', 'console signed-in'],
  dingtalk: ['dingtalk', LEFT],
  'dingtalk-code': ['dingtalk', LEFT],
  'follow-account': ['sign-in', 'follow-account waiting'],
  'forgot-password': ['forgot-password', 'forgot-password'],
  google: ['google button', LEFT],
  managed: ['sign-in', 'console signed-in'],
  'mini-program': ['sign-in', 'mini-program waiting'],
  'not-found': ['not-found missing', 'not-found missing'],
  'oauth-callback': ['sign-in', LEFT],
  'other-account': ['sign-in', 'console signed-in'],
  passport: ['passport unknown', 'passport unknown'],
  qq: ['qq button', LEFT],
  'qr-confirm': ['sign-in', 'console signed-in'],
  'qr-sign-in': ['qr-sign-in waiting', LEFT],
  're-activate': ['re-activate', 're-activate'],
  register: ['register', 'register'],
  'register-account': ['register', 'register'],
  'register-success': ['sign-in', 'register-success done'],
  'reset-done': ['reset-done nothing', 'reset-done nothing'],
  'reset-password': ['forgot-password', 'forgot-password'],
  'reset-sent': ['forgot-password', 'forgot-password'],
  'set-user-info': ['sign-in', 'console signed-in'],
  'sign-in': ['sign-in', LEFT],
  'software-select': ['sign-in', 'software-select'],
  'sub-account': ['sub-account', LEFT],
  'sub-account-name': ['sub-account-name', 'sub-account-name'],
  'sub-account-password': ['sign-in', 'console signed-in'],
  'third-phone': ['sign-in', LEFT],
  'third-start': ['sign-in', LEFT],
  'third-success': ['third-success nothing', LEFT],
  'third-verify': ['sign-in', LEFT],
  wechat: ['wechat code', LEFT],
  'wechat-error': ['wechat-error nothing', 'wechat-error nothing'],
};
/** Where a line has no sign-in with DingTalk. */
const UNOFFERED = ['dingtalk-code unoffered', 'dingtalk-code unoffered'];

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));

test.each(LINES)(
  '%s',
  async (line) => {
    const { languages, server } = (await compiledLines())[line] as CompiledLine;
    const { screens = {} } = languages.en ?? {};
    const shown: Record<string, string[]> = Object.fromEntries(Object.keys(screens).map((screen) => [screen, []]));
    for (const screen of Object.keys(screens)) {
      for (const answers of [SIGNED_OUT, SIGNED_IN]) {
        const stored: Record<string, string> = answers === SIGNED_IN ? { userId: '1', accountType: '1' } : {};
        const page = await openPage({ line, screen, language: 'en', fresh: true, answers, stored });
        await settle();
        const { pack, state } = page.running.model.get();
        const [left] = page.world.location.left;
        // On a busy machine a screen that does not come in time is loaded as a page of its own.
        const own = left === undefined ? undefined : server.paths[new URL(left, 'https://line.example').pathname];
        const led = own === undefined || own === 'console' ? LEFT : own;
        shown[screen]?.push(left === undefined ? `${pack.id} ${state}`.trim() : led);
        page.unmount();
        page.container.remove();
      }
    }
    const { providers = [] } = server.line;
    const expected = Object.keys(screens).map((screen) => {
      const isUnoffered = screen.startsWith('dingtalk') && !(providers as readonly string[]).includes('dingtalk');
      return [screen, isUnoffered ? UNOFFERED : SHOWN[screen]];
    });
    expect(shown).toEqual(Object.fromEntries(expected));
  },
  300000,
);
