/**
 * What an entry of providers.json implies: the codes, refusals and call of a provider that speaks OpenID Connect, its
 * numbers in the enumerations and its name in the catalogs. Whatever the data says itself stays.
 */
import type { KnownProvider } from '../engine/pack.ts';
import type { Enums, Messages, Provider, Providers, Screen } from '../generated/config.ts';
import { memory, once } from './memory.ts';

export type KnownProviders = Readonly<Record<string, KnownProvider>>;

/** Codes and call of every provider that has none of its own. */
const CODES = 'ThirdParty';
export const CALL = 'open-login';
/** How OAuth 2.0 says that somebody declined. (RFC 6749, 4.1.2.1) */
const REFUSALS = { errors: ['access_denied'] };

const NUMBERS = { type: 'thirdPartyType', loginType: 'loginType' } as const;

const entriesOf = (providers: Providers): [string, Provider][] =>
  Object.entries(providers).filter(
    (entry): entry is [string, Provider] => typeof entry[1] === 'object' && entry[1] !== null,
  );

export const knownProviders = once(
  (providers: Providers): KnownProviders =>
    Object.fromEntries(
      entriesOf(providers).map(([id, provider]) => [
        id,
        {
          codes: CODES,
          refusals: REFUSALS,
          call: CALL,
          ...provider,
          type: typeof provider.type === 'number' ? id : provider.type,
          loginType: typeof provider.loginType === 'number' ? id : provider.loginType,
        },
      ]),
    ),
);

/** The enumerations with the numbers that providers bring along, under their ids. */
function withNumbers(enums: Enums, providers: Providers): Enums {
  const added = { ...enums };
  for (const [property, name] of Object.entries(NUMBERS) as [keyof typeof NUMBERS, string][]) {
    const own = entriesOf(providers).flatMap(([id, each]) => {
      const number = each[property];
      return typeof number === 'number' ? [[id, number] as const] : [];
    });
    if (own.length > 0) added[name] = { ...Object.fromEntries(own), ...enums[name] };
  }
  return added;
}

/** A catalog with the names that providers bring along, where it gives none itself. */
function withNames(catalog: Messages, language: string, providers: Providers, words: Words): Messages {
  const own = entriesOf(providers).flatMap(([id, { name }]) => {
    // What a language lacks is told where the names stand.
    const text = typeof name === 'object' ? (name[language] ?? id) : name;
    return text === undefined ? [] : [[keyOf(id), text] as const];
  });
  const names: Messages = Object.fromEntries(own);
  const said = words.flatMap(([key, id]) => {
    const name = catalog[keyOf(id)] ?? names[keyOf(id)];
    return name === undefined ? [] : [[key, name] as const];
  });
  return { ...Object.fromEntries(said), ...names, ...catalog };
}

/** Key of a provider's name. */
const keyOf = (id: string): string => `frame.providers.${id}`;

/** What a list's column says in place of words of its own: the names of the providers. */
const WORDS = 'providers';

/** Keys of texts that are a provider's name: `[key, provider]`. */
type Words = readonly (readonly [key: string, provider: string])[];

interface Worded {
  readonly screen: Screen;
  readonly keys: Words;
}

/** A screen whose columns of providers' names have their words. */
function withWords(id: string, screen: Screen, providers: Providers): Worded {
  const ids = entriesOf(providers).map(([provider]) => provider);
  const keys: (readonly [string, string])[] = [];
  const expand = (value: unknown, prefix: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((each) => expand(each, prefix));
      return items.some((item, at) => item !== value[at]) ? items : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const { block, id: list, name, words } = value as Readonly<Record<string, unknown>>;
    if (words === WORDS) {
      for (const provider of ids) keys.push([`${prefix}.words.${name}.${provider}`, provider]);
      return { ...value, words: ids };
    }
    const within = block === 'records' ? `${prefix}.records.${list}` : prefix;
    const entries = Object.entries(value).map(([key, each]) => [key, expand(each, within)] as const);
    return entries.some(([key, each]) => each !== (value as Record<string, unknown>)[key])
      ? Object.fromEntries(entries)
      : value;
  };
  return { screen: expand(screen, `screens.${id}`) as Screen, keys };
}

interface Written {
  readonly providers: Providers;
  readonly enums: Enums;
  readonly screens: Readonly<Record<string, Screen>>;
  /** By language. */
  readonly messages: Readonly<Record<string, Messages>>;
}

const wordedOf = memory<Screen, Worded>();
const namedOf = memory<Messages, Messages>();

/** The documents of a line with everything that its providers imply. */
export function withProviders({
  providers,
  enums,
  screens,
  messages,
}: Written): Omit<Written, 'providers'> & { readonly providers: KnownProviders } {
  const worded = Object.entries(screens).map(
    ([id, screen]) => [id, wordedOf(screen, [id, providers], () => withWords(id, screen, providers))] as const,
  );
  const words = worded.flatMap(([, { keys }]) => keys);
  const keys = words.join('\n');
  const named = Object.entries(messages).map(([language, catalog]) => {
    return [
      language,
      namedOf(catalog, [language, providers, keys], () => withNames(catalog, language, providers, words)),
    ];
  });
  return {
    providers: knownProviders(providers),
    enums: withNumbers(enums, providers),
    screens: Object.fromEntries(worded.map(([id, { screen }]) => [id, screen])),
    messages: Object.fromEntries(named),
  };
}
