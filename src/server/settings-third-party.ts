/**
 * Settings of third-party sign-in: credentials and base addresses by provider. Each may be given for one line by its folder at
 * the end, in capitals: `WECHAT_APP_ID_AVICA`.
 */
import { createPrivateKey } from 'node:crypto';
import { address, type Described, isLocal, type Mode } from './settings-kinds.ts';

type Text = string | undefined;
type Env = Readonly<Record<string, Text>>;

interface Credential extends Described<Text> {
  /** What the adapter calls it; nothing where it only says that a provider is wanted. */
  readonly as?: string;
  /** One for several applications, so that a line with one of its own need not repeat it. */
  readonly shared?: true;
}

interface Endpoint extends Described<Text> {
  /** Name among the provider's `endpoints` in providers.json. */
  readonly as: string;
}

interface Configurable {
  /** All of them or none. */
  readonly credentials: readonly Credential[];
  readonly endpoints: readonly Endpoint[];
}

const credential = (name: string, as: string, about: string, more: Partial<Credential> = {}): Credential => ({
  name,
  as,
  about,
  fallback: 'the simulator (`serve`: the provider is not shown)',
  parse: (text) => text,
  ...more,
});

const endpoint = (name: string, as: string, about: string): Endpoint => ({
  name,
  as,
  about,
  fallback: `\`${as}\` in providers.json`,
  parse: (text) => address(text, ['https', 'http'])?.replace(/\/+$/, ''),
});

/** A PKCS8 key in one line or several; `\n` stands for the end of a line. */
function privateKey(text: Text): Text {
  if (text === undefined) return undefined;
  const pem = text.replaceAll('\\n', '\n');
  try {
    if (createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem;
  } catch {
    // Told below, without what was given.
  }
  throw new Error(
    'must be the content of the .p8 file: a PKCS8 private key on the curve P-256, lines separated by \\n',
  );
}

function wanted(text: Text): Text {
  if (text !== undefined && text !== '1' && text !== '0') throw new Error('must be 1 or 0');
  return text === '1' ? text : undefined;
}

const PROVIDERS: Readonly<Record<string, Configurable>> = {
  wechat: {
    credentials: [
      credential('WECHAT_APP_ID', 'clientId', 'AppID of the website application at WeChat.'),
      credential('WECHAT_APP_SECRET', 'clientSecret', 'Its AppSecret.'),
    ],
    endpoints: [
      endpoint('WECHAT_OPEN', 'open', 'Base address of the pages that visitors see at WeChat.'),
      endpoint('WECHAT_API', 'api', "Base address of WeChat's interfaces."),
    ],
  },
  qq: {
    credentials: [
      credential('QQ_APP_ID', 'clientId', 'APP ID of the website at QQ.'),
      credential('QQ_APP_KEY', 'clientSecret', 'Its APP Key.'),
    ],
    endpoints: [
      endpoint('QQ_GRAPH', 'graph', "Base address of QQ's pages and interfaces."),
      endpoint('QQ_CONNECT', 'connect', "Base address of QQ's connect script, where a line asks for it."),
    ],
  },
  google: {
    credentials: [
      credential('GOOGLE_CLIENT_ID', 'clientId', 'Client id of the web application at Google.'),
      credential('GOOGLE_CLIENT_SECRET', 'clientSecret', 'Its client secret.'),
    ],
    endpoints: [
      endpoint('GOOGLE_ISSUER', 'issuer', 'Issuer, below which the discovery document is found.'),
      endpoint('GOOGLE_JWKS', 'jwks', 'Address of the keys that identity tokens are signed with.'),
    ],
  },
  apple: {
    credentials: [
      credential('APPLE_SERVICES_ID', 'clientId', 'Services ID at Apple.'),
      credential('APPLE_TEAM_ID', 'teamId', 'Team ID, ten characters.', { shared: true }),
      credential('APPLE_KEY_ID', 'keyId', 'Id of the key for Sign in with Apple.', { shared: true }),
      credential('APPLE_PRIVATE_KEY', 'privateKey', 'Content of its .p8 file; `\\n` may stand for the end of a line.', {
        shared: true,
        parse: privateKey,
      }),
    ],
    endpoints: [endpoint('APPLE_ISSUER', 'issuer', "Base address of Apple's pages and interfaces.")],
  },
  dingtalk: {
    credentials: [
      {
        name: 'DINGTALK',
        about: '`1` offers DingTalk. Credentials belong to the enterprises, each under its alias.',
        fallback: 'the simulator (`serve`: 0)',
        parse: wanted,
      },
    ],
    endpoints: [
      endpoint('DINGTALK_LOGIN', 'login', 'Base address of the pages that visitors see at DingTalk.'),
      endpoint('DINGTALK_API', 'api', "Base address of DingTalk's interfaces."),
      endpoint('DINGTALK_OAPI', 'oapi', 'Base address of its older interfaces.'),
    ],
  },
};

/** All of them, in the order of the documented table. */
export const THIRD_PARTY_SETTINGS: readonly Described<Text>[] = Object.values(PROVIDERS).flatMap(
  ({ credentials, endpoints }) => [...credentials, ...endpoints],
);

/** What is set for one provider on one line. */
export interface ProviderSettings {
  readonly clientId: string;
  /** The others by the names their adapter knows them. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Base addresses that replace those of the data. */
  readonly endpoints: Readonly<Record<string, string>>;
}

export interface ThirdPartySettings {
  /** Undefined where nobody gave credentials. */
  of(provider: string, line: string): ProviderSettings | undefined;
  /** Settings of lines that are not among these, as sentences. */
  strangers(lines: readonly string[]): string[];
}

const ALL_LINES = '';
const suffixOf = (line: string): string => line.toUpperCase().replaceAll('-', '_');

/** Setting → line's suffix → value. */
type Given = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The setting that a variable gives, and for which line. The longest name wins: `DINGTALK_LOGIN` is no `DINGTALK` of a line. */
function splitName(variable: string): { setting: Described<Text>; suffix: string } | undefined {
  const [setting] = THIRD_PARTY_SETTINGS.filter(
    ({ name }) => variable === name || (variable.startsWith(`${name}_`) && /^[A-Z0-9_]+$/.test(variable)),
  ).sort((a, b) => b.name.length - a.name.length);
  return (
    setting && { setting, suffix: variable === setting.name ? ALL_LINES : variable.slice(setting.name.length + 1) }
  );
}

const variableOf = (name: string, suffix: string): string => (suffix === ALL_LINES ? name : `${name}_${suffix}`);

/** Reads them all; `problems` are sentences, each with what to write instead. */
export function parseThirdParties(env: Env, mode: Mode): { settings: ThirdPartySettings; problems: string[] } {
  const problems: string[] = [];
  const given = new Map<string, Map<string, string>>();
  for (const [variable, raw] of Object.entries(env)) {
    const text = raw?.trim();
    const found = text ? splitName(variable) : undefined;
    if (!found) continue;
    try {
      const value = found.setting.parse(text, mode);
      const ofSetting = given.get(found.setting.name) ?? new Map<string, string>();
      given.set(found.setting.name, ofSetting);
      if (value !== undefined) ofSetting.set(found.suffix, value);
    } catch (error) {
      problems.push(`${variable} ${(error as Error).message}.`);
    }
  }
  problems.push(...incomplete(given, problems), ...(mode === 'serve' ? unsafe(given) : []));
  return { settings: settingsOf(given), problems };
}

/** Lines' suffixes for which any of these is given. */
const suffixesOf = (given: Given, settings: readonly Described<Text>[]): Set<string> =>
  new Set(settings.flatMap(({ name }) => [...(given.get(name)?.keys() ?? [])]));

/** Half an application: some of its settings, and not those without which it cannot work. */
function incomplete(given: Given, told: readonly string[]): string[] {
  const problems: string[] = [];
  for (const { credentials, endpoints } of Object.values(PROVIDERS)) {
    for (const suffix of suffixesOf(given, [...credentials, ...endpoints])) {
      const isOwn =
        suffix !== ALL_LINES &&
        suffixesOf(
          given,
          credentials.filter(({ shared }) => !shared),
        ).has(suffix);
      const present = [...credentials, ...endpoints].find(({ name }) => given.get(name)?.has(suffix));
      for (const { name, shared } of credentials) {
        const variable = variableOf(name, isOwn && !shared ? suffix : ALL_LINES);
        if (given.get(name)?.has(suffix) || (!(isOwn && !shared) && given.get(name)?.has(ALL_LINES))) continue;
        if (told.some((problem) => problem.startsWith(`${variable} `))) continue;
        const both = `${variableOf(present?.name ?? '', suffix)} is set and ${variable} is missing.`;
        problems.push(`${both} Set both, or neither.`);
      }
    }
  }
  return [...new Set(problems)];
}

function unsafe(given: Given): string[] {
  const problems: string[] = [];
  for (const { credentials, endpoints } of Object.values(PROVIDERS)) {
    for (const { name } of credentials) {
      for (const [suffix, value] of given.get(name) ?? [])
        if (value.startsWith('sim-'))
          problems.push(
            `${variableOf(name, suffix)} is a simulator's. Set it to that of your own application, or unset it: the provider is then not shown.`,
          );
    }
    for (const { name } of endpoints) {
      for (const [suffix, value] of given.get(name) ?? []) {
        const { host, pathname, protocol } = new URL(value);
        const variable = variableOf(name, suffix);
        if (isLocal(value) || pathname.startsWith('/simulators/'))
          problems.push(
            `${variable} points to a simulator (${host}). Unset it: the provider's own address is the default.`,
          );
        else if (protocol !== 'https:')
          problems.push(`${variable} is not https. Write https://: what it carries must not travel in the clear.`);
      }
    }
  }
  return problems;
}

function settingsOf(given: Given): ThirdPartySettings {
  return {
    of(provider, line) {
      const configurable = PROVIDERS[provider];
      if (!configurable) return undefined;
      const value = ({ name }: Described<Text>): Text =>
        given.get(name)?.get(suffixOf(line)) ?? given.get(name)?.get(ALL_LINES);
      if (configurable.credentials.some((each) => value(each) === undefined)) return undefined;
      const named = (list: readonly (Credential | Endpoint)[]): Record<string, string> =>
        Object.fromEntries(
          list.flatMap((each) => {
            const found = value(each);
            return each.as === undefined || found === undefined ? [] : [[each.as, found]];
          }),
        );
      const { clientId = '', ...credentials } = named(configurable.credentials);
      return { clientId, credentials, endpoints: named(configurable.endpoints) };
    },
    strangers(lines) {
      const known = lines.map(suffixOf);
      return [...given].flatMap(([name, values]) =>
        [...values.keys()]
          .filter((suffix) => suffix !== ALL_LINES && !known.includes(suffix))
          .map(
            (suffix) =>
              `${variableOf(name, suffix)} is of no line. End it with one of ${known.join(', ')}, or leave that out for all lines.`,
          ),
      );
    },
  };
}
