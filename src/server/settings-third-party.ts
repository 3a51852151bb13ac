/**
 * Settings of third-party sign-in: credentials and base addresses by provider. Each may be given for one line by its folder at
 * the end, in capitals: `WECHAT_APP_ID_AVICA`.
 */
import { address, type Described, isLocal, type Mode } from './settings-kinds.ts';

type Text = string | undefined;
type Env = Readonly<Record<string, Text>>;

export interface Credential extends Described<Text> {
  /** What the adapter calls it; nothing where it only says that a provider is wanted. */
  readonly as?: string;
  /** One for several applications, so that a line with one of its own need not repeat it. */
  readonly shared?: true;
}

export interface Endpoint extends Described<Text> {
  /** Name among the provider's `endpoints` in providers.json. */
  readonly as: string;
}

/** What a provider takes: credentials, and addresses other than those of the data. */
export interface IdentitySettings {
  /** All of them or none. */
  readonly credentials: readonly Credential[];
  readonly endpoints: readonly Endpoint[];
}

export const credential = (name: string, as: string, about: string, more: Partial<Credential> = {}): Credential => ({
  name,
  as,
  about,
  fallback: 'the simulator (`serve`: the provider is not shown)',
  parse: (text) => text,
  ...more,
});

export const endpoint = (name: string, as: string, about: string): Endpoint => ({
  name,
  as,
  about,
  fallback: `\`${as}\` in providers.json`,
  parse: (text) => address(text, ['https', 'http'])?.replace(/\/+$/, ''),
});

/** By id of provider. */
export type Providers = Readonly<Record<string, IdentitySettings>>;

/** By adapter: those of the one provider of that id, or of each that the data has. */
export type IdentityKinds = Readonly<Record<string, IdentitySettings | ((provider: string) => IdentitySettings)>>;

/** Name of a setting of one provider of the data. */
export const settingName = (provider: string, name: string): string =>
  `${provider.toUpperCase().replaceAll('-', '_')}_${name}`;

/** All settings of these, in the order of the documented table. */
export const listOf = (providers: Providers): readonly Described<Text>[] =>
  Object.values(providers).flatMap(({ credentials, endpoints }) => [...credentials, ...endpoints]);

/** What is set for one provider on one line. */
export interface ProviderSettings {
  readonly clientId: string;
  /** The others by the names their adapter knows them. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Base addresses that replace those of the data. */
  readonly endpoints: Readonly<Record<string, string>>;
}

export interface ThirdPartySettings {
  /** Undefined where nobody gave credentials. @param adapter of the provider, where it is not its id */
  of(provider: string, line: string, adapter?: string): ProviderSettings | undefined;
  /** What is wrong with settings of the data's own providers (id → adapter), and settings of no such line, as sentences. */
  problems(lines: readonly string[], providers: Readonly<Record<string, string>>): string[];
}

/** What is set for some providers. */
interface Parsed extends Pick<ThirdPartySettings, 'of'> {
  readonly problems: readonly string[];
  strangers(lines: readonly string[]): string[];
}

const ALL_LINES = '';
const suffixOf = (line: string): string => line.toUpperCase().replaceAll('-', '_');

/** Setting → line's suffix → value. */
type Given = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The setting that a variable gives, and for which line. The longest name wins: `DINGTALK_LOGIN` is no `DINGTALK` of a line. */
function splitName(
  all: readonly Described<Text>[],
  variable: string,
): { setting: Described<Text>; suffix: string } | undefined {
  const [setting] = all
    .filter(({ name }) => variable === name || (variable.startsWith(`${name}_`) && /^[A-Z0-9_]+$/.test(variable)))
    .sort((a, b) => b.name.length - a.name.length);
  return (
    setting && { setting, suffix: variable === setting.name ? ALL_LINES : variable.slice(setting.name.length + 1) }
  );
}

const variableOf = (name: string, suffix: string): string => (suffix === ALL_LINES ? name : `${name}_${suffix}`);

/** Reads them all; `problems` are sentences, each with what to write instead. Which providers the data has shows later. */
export function parseThirdParties(
  env: Env,
  mode: Mode,
  kinds: IdentityKinds,
): { settings: ThirdPartySettings; problems: readonly string[] } {
  const fixed = parse(env, mode, fixedOf(kinds));
  const later = new Map<string, Parsed>();
  const ofData = (provider: string, adapter: string): Parsed | undefined => {
    const kind = kinds[adapter];
    if (typeof kind !== 'function') return undefined;
    const known = later.get(provider) ?? parse(env, mode, { [provider]: kind(provider) });
    later.set(provider, known);
    return known;
  };
  return {
    problems: fixed.problems,
    settings: {
      of: (provider, line, adapter = provider) => (ofData(provider, adapter) ?? fixed).of(provider, line),
      problems(lines, providers) {
        const own = Object.entries(providers).flatMap(([id, adapter]) => ofData(id, adapter) ?? []);
        return [
          ...own.flatMap(({ problems }) => problems),
          ...[fixed, ...own].flatMap((each) => each.strangers(lines)),
        ];
      },
    },
  };
}

/** Those of the adapters that speak to one provider each. */
export const fixedOf = (kinds: IdentityKinds): Providers =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([id, kind]) => (typeof kind === 'function' ? [] : [[id, kind] as const])),
  );

function parse(env: Env, mode: Mode, providers: Providers): Parsed {
  const problems: string[] = [];
  const all = listOf(providers);
  const given = new Map<string, Map<string, string>>();
  for (const [variable, raw] of Object.entries(env)) {
    const text = raw?.trim();
    const found = text ? splitName(all, variable) : undefined;
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
  problems.push(...incomplete(given, providers, problems), ...(mode === 'serve' ? unsafe(given, providers) : []));
  return { ...settingsOf(given, providers), problems };
}

/** Lines' suffixes for which any of these is given. */
const suffixesOf = (given: Given, settings: readonly Described<Text>[]): Set<string> =>
  new Set(settings.flatMap(({ name }) => [...(given.get(name)?.keys() ?? [])]));

/** Half an application: some of its settings, and not those without which it cannot work. */
function incomplete(given: Given, providers: Providers, told: readonly string[]): string[] {
  const problems: string[] = [];
  for (const { credentials, endpoints } of Object.values(providers)) {
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

function unsafe(given: Given, providers: Providers): string[] {
  const problems: string[] = [];
  for (const { credentials, endpoints } of Object.values(providers)) {
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

function settingsOf(given: Given, providers: Providers): Omit<Parsed, 'problems'> {
  return {
    of(provider, line) {
      const configurable = providers[provider];
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
