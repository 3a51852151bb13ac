/** Settings of WeChat's platform: the mini program and the public account that visitors bind and follow for coupons. */
import { address, type Described, isLocal, type Mode } from './settings-kinds.ts';

export interface WechatSettings {
  readonly wechatMp: string;
  readonly wechatMiniAppId: string | undefined;
  readonly wechatMiniAppSecret: string | undefined;
  readonly wechatMiniPage: string;
  readonly wechatOaAppId: string | undefined;
  readonly wechatOaAppSecret: string | undefined;
  readonly wechatOaToken: string | undefined;
}

const BASE = 'https://api.weixin.qq.com';
const PAGE = 'pages/bind/index';
const UNSET = 'the simulator (`serve`: it is not offered)';

const plain = (name: string, about: string, fallback = 'none; needed with it'): Described<string | undefined> => ({
  name,
  fallback,
  about,
  parse: (text) => text,
});

/** Their part of the list. */
export const WECHAT_SETTINGS = {
  wechatMp: {
    name: 'WECHAT_MP',
    fallback: `\`${BASE}\``,
    about: "Base address of the interface of WeChat's mini programs and public accounts.",
    parse: (text) => address(text, ['https', 'http'])?.replace(/\/+$/, '') ?? BASE,
  },
  wechatMiniAppId: plain('WECHAT_MINI_APP_ID', 'AppID of the mini program in which visitors bind WeChat.', UNSET),
  wechatMiniAppSecret: plain('WECHAT_MINI_APP_SECRET', 'Its AppSecret.'),
  wechatMiniPage: {
    name: 'WECHAT_MINI_PAGE',
    fallback: `\`${PAGE}\``,
    about: 'Its page that a scanned code opens, without a slash at the beginning and without parameters.',
    parse: (text) => {
      if (text !== undefined && !/^[A-Za-z0-9][A-Za-z0-9_/-]*$/.test(text))
        throw new Error('must be a path like pages/bind/index');
      return text ?? PAGE;
    },
  },
  wechatOaAppId: plain('WECHAT_OA_APP_ID', 'AppID of the public account that visitors follow.', UNSET),
  wechatOaAppSecret: plain('WECHAT_OA_APP_SECRET', 'Its AppSecret.'),
  wechatOaToken: plain(
    'WECHAT_OA_TOKEN',
    'Token that signs the events it pushes to `/api/foyer/wechat/push` (plain text mode).',
  ),
} satisfies Record<keyof WechatSettings, Described<unknown>>;

type Key = keyof WechatSettings;
const GROUPS: readonly (readonly Key[])[] = [
  ['wechatMiniAppId', 'wechatMiniAppSecret'],
  ['wechatOaAppId', 'wechatOaAppSecret', 'wechatOaToken'],
];
const nameOf = (key: Key): string => WECHAT_SETTINGS[key].name;

/** Half configurations in either mode; in `serve` also a simulator's address or credentials. */
export function wechatProblems(values: WechatSettings, mode: Mode): string[] {
  const problems: string[] = [];
  for (const group of GROUPS) {
    const given = group.find((key) => values[key] !== undefined);
    if (given === undefined) continue;
    for (const key of group)
      if (values[key] === undefined)
        problems.push(`${nameOf(given)} is set and ${nameOf(key)} is missing. Set both, or neither.`);
  }
  if (mode === 'start') return problems;
  for (const key of GROUPS.flat())
    if (values[key]?.startsWith('sim-'))
      problems.push(`${nameOf(key)} is a simulator's. Set it to that of your own application, or unset it.`);
  // One that did not parse is told already.
  const { wechatMp = BASE } = values;
  if (isLocal(wechatMp) || new URL(wechatMp).pathname.startsWith('/simulators/'))
    problems.push(
      `WECHAT_MP points to a simulator (${new URL(wechatMp).host}). Unset it: WeChat's own is the default.`,
    );
  else if (!wechatMp.startsWith('https:'))
    problems.push('WECHAT_MP is not https. Write https://: what it carries must not travel in the clear.');
  return problems;
}
