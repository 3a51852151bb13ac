/** Settings of WeChat's platform: the mini program and the public account that visitors bind and follow for coupons. */
import type { VendorSettings } from '../../ports/vendor.ts';
import { address, type Described, isLocal, type Mode } from '../../settings-kinds.ts';

export interface WechatSettings {
  readonly mp: string;
  readonly miniAppId: string | undefined;
  readonly miniAppSecret: string | undefined;
  readonly miniPage: string;
  readonly oaAppId: string | undefined;
  readonly oaAppSecret: string | undefined;
  readonly oaToken: string | undefined;
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

const LIST: VendorSettings<WechatSettings>['list'] = {
  mp: {
    name: 'WECHAT_MP',
    fallback: `\`${BASE}\``,
    about: "Base address of the interface of WeChat's mini programs and public accounts.",
    parse: (text) => address(text, ['https', 'http'])?.replace(/\/+$/, '') ?? BASE,
  },
  miniAppId: plain('WECHAT_MINI_APP_ID', 'AppID of the mini program in which visitors bind WeChat.', UNSET),
  miniAppSecret: plain('WECHAT_MINI_APP_SECRET', 'Its AppSecret.'),
  miniPage: {
    name: 'WECHAT_MINI_PAGE',
    fallback: `\`${PAGE}\``,
    about: 'Its page that a scanned code opens, without a slash at the beginning and without parameters.',
    parse: (text) => {
      if (text !== undefined && !/^[A-Za-z0-9][A-Za-z0-9_/-]*$/.test(text))
        throw new Error('must be a path like pages/bind/index');
      return text ?? PAGE;
    },
  },
  oaAppId: plain('WECHAT_OA_APP_ID', 'AppID of the public account that visitors follow.', UNSET),
  oaAppSecret: plain('WECHAT_OA_APP_SECRET', 'Its AppSecret.'),
  oaToken: plain(
    'WECHAT_OA_TOKEN',
    'Token that signs the events it pushes to `/api/foyer/wechat/push` (plain text mode).',
  ),
};

type Key = keyof WechatSettings;
const GROUPS: readonly (readonly Key[])[] = [
  ['miniAppId', 'miniAppSecret'],
  ['oaAppId', 'oaAppSecret', 'oaToken'],
];
const nameOf = (key: Key): string => LIST[key].name;

/** Half configurations in either mode; in `serve` also a simulator's address or credentials. */
function problemsOf(values: WechatSettings, mode: Mode): string[] {
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
  const { mp = BASE } = values;
  if (isLocal(mp) || new URL(mp).pathname.startsWith('/simulators/'))
    problems.push(`WECHAT_MP points to a simulator (${new URL(mp).host}). Unset it: WeChat's own is the default.`);
  else if (!mp.startsWith('https:'))
    problems.push('WECHAT_MP is not https. Write https://: what it carries must not travel in the clear.');
  return problems;
}

export const settings: VendorSettings<WechatSettings> = { list: LIST, problems: problemsOf };
