/** One line → what the server and the pages of each of its languages get. */
import { createHash } from 'node:crypto';
import type { Catalogue, LineFacts, Pack, PageCall, ServerLine, Shell } from '../engine/pack.ts';
import type { Banner, ErrorEntry } from '../generated/config.ts';
import { languageFlags, type PageLine, usedEnums, withConstants } from './compile-enums.ts';
import { inLanguage, lineFacts, offeredProviders } from './compile-facts.ts';
import { catalogueMessages, shellMessages } from './compile-messages.ts';
import { browserPack, compilePack, shownError, validatorsFile } from './compile-pack.ts';
import { extrasOf } from './extras.ts';
import { ENUM, PROVIDERS } from './load.ts';
import type { ResolvedLine } from './resolve.ts';
import { SERVICES } from './services.ts';

export interface LineOptions {
  /** Address of the page's main bundle, part of the build id. */
  readonly main: string;
  /** Origin of the API; empty for the same. */
  readonly apiBase: string;
  /** File name of the line's assets → address; what is missing is an empty address. */
  readonly asset: (file: string) => string;
  /** Banner files by name, without `.json`. */
  readonly banners: Readonly<Record<string, Banner>>;
}

export interface CompiledScreen {
  readonly pack: Pack;
  /** File names of the modules that the forms import. */
  readonly validators: readonly string[];
}

export interface CompiledLanguage {
  readonly shell: Shell;
  readonly screens: Readonly<Record<string, CompiledScreen>>;
}

export interface CompiledLine {
  readonly name: string;
  readonly server: ServerLine;
  readonly languages: Readonly<Record<string, CompiledLanguage>>;
  /** File name among the assets → content: packs and validators. */
  readonly files: Readonly<Record<string, string>>;
}

/** Scripts written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** Which way a language is written, by its script. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Codes that every call may answer while the service itself is in trouble, and nothing else may come: their texts belong to the frame. */
function generalCodes({ calls, errors }: ResolvedLine): ReadonlySet<string> {
  const lists = Object.values(calls.calls).map(({ fails }) => new Set(fails));
  const [first] = lists;
  const isTrouble = (code: string): boolean => (errors.codes[code]?.status ?? 0) >= 500;
  return new Set([...(first ?? [])].filter((code) => isTrouble(code) && lists.every((list) => list.has(code))));
}

function servicesOf({ calls }: PageLine): Shell['services'] {
  const entries = Object.entries(SERVICES).flatMap(([role, id]) => {
    const call = calls.calls[id];
    if (call === undefined) return [];
    const { method, path, headers = [], body = {}, optional = [] } = call;
    // Only what is counted is bound as the data says; the other two have their bodies from code.
    const bound = role === 'collect' ? { headers, body, optional } : {};
    return [[role, { method, path, ...bound, fails: [] }] as const];
  });
  return Object.fromEntries(entries);
}

/** Screens that have an address on this line. */
function screensOf(line: ResolvedLine): readonly string[] {
  return Object.keys(line.screens).filter((id) => line.line.routes[id] !== undefined);
}

function compileLanguage(
  line: PageLine,
  facts: LineFacts,
  language: string,
  options: LineOptions,
  files: Record<string, string>,
): CompiledLanguage {
  const general = generalCodes(line);
  const services = servicesOf(line);
  const headers = headersOf(line, Object.values(services));
  const screens: Record<string, CompiledScreen> = {};
  const texts: Record<string, string> = {};
  for (const id of screensOf(line)) {
    const { pack: plain, validators } = compilePack(line, language, id, general, options.banners);
    const sets = headersOf(line, [...Object.values(plain.calls), ...Object.values(plain.events)], headers);
    const enums = usedEnums(line, [plain.calls, plain.events, plain.forms, plain.screen, sets]);
    // A banner of the line's folder may be rewritten while pages stand: any of its amounts may be named.
    const coupons = showsBanner(plain) ? (line.line.coupons ?? {}) : namedCoupons(line, plain.messages);
    const pack: Pack = {
      ...plain,
      ...(isEmpty(enums) ? {} : { enums }),
      ...(isEmpty(sets) ? {} : { headers: sets }),
      ...(isEmpty(coupons) ? {} : { coupons }),
      ...(offersDownload(plain) ? { downloads: line.line.downloads } : {}),
    };
    for (const module of validators) files[validatorsFile(module)] = module.code;
    texts[id] = JSON.stringify(browserPack(pack));
    screens[id] = { pack, validators: [...new Set(validators.map(validatorsFile))] };
  }
  // One name for all of them: a page would have to carry one for each screen otherwise.
  const packs = `pack-${shortHash(Object.values(texts).join('\n'))}-`;
  for (const [id, text] of Object.entries(texts)) files[`${packs}${id}.json`] = text;
  const errors: Record<string, ErrorEntry> = {};
  for (const code of general) {
    const entry = line.errors.codes[code];
    if (entry !== undefined) errors[code] = shownError(line, language, entry);
  }
  const all = Object.fromEntries(
    Object.entries(line.errors.codes).map(([code, entry]) => [code, shownError(line, language, entry)]),
  );
  const catalogue: Catalogue = { errors: all, messages: catalogueMessages(line, language, all) };
  const catalogueText = JSON.stringify(catalogue);
  const catalogueFile = `catalogue-${shortHash(catalogueText)}.json`;
  files[catalogueFile] = catalogueText;
  const { art, pane } = line.theme;
  const messages = shellMessages(line, language, errors);
  const shell: Omit<Shell, 'build'> = {
    grammar: 1,
    language,
    direction: directionOf(language),
    apiBase: options.apiBase,
    line: {
      ...facts,
      offers: askedOffers(line, [...Object.values(texts), catalogueText]),
      coupons: namedCoupons(line, messages),
    },
    art: {
      logo: options.asset(art.logo),
      mark: options.asset(art.mark),
      illustration: options.asset(art.illustration),
      pane,
    },
    headers,
    enums: { languageFlag: languageFlags(line), ...usedEnums(line, [headers, services]) },
    stored: storedRules(line),
    proofs: proofsOf(line),
    timers: line.flow.timers ?? {},
    messages,
    errors,
    catalogue: `/assets/${catalogueFile}`,
    packs: `/assets/${packs}`,
    services,
  };
  return { shell: { build: shortHash(options.main + JSON.stringify(shell)), ...shell }, screens };
}

/** The header sets that calls send, and events with theirs, but for those a page has anyway. */
function headersOf(
  { calls: { headers = {} } }: PageLine,
  calls: readonly (Pick<PageCall, 'headers'> | undefined)[],
  known: Shell['headers'] = {},
): Shell['headers'] {
  const sent = new Set(calls.flatMap((call) => call?.headers ?? []));
  return Object.fromEntries(Object.entries(headers).filter(([set]) => sent.has(set) && known[set] === undefined));
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

const offersDownload = ({ screen }: Pack): boolean => /"block":"downloads"/.test(JSON.stringify(screen));

const showsBanner = ({ screen }: Pack): boolean => /"block":"banner"/.test(JSON.stringify(screen));

/** The amounts that some of these sentences name. */
function namedCoupons({ line }: ResolvedLine, messages: Shell['messages']): NonNullable<Shell['line']['coupons']> {
  const text = JSON.stringify(messages);
  return Object.fromEntries(Object.entries(line.coupons ?? {}).filter(([name]) => text.includes(JSON.stringify(name))));
}

/** What the line offers of what some of these screens ask for, and whether one chooses among languages. */
function askedOffers({ line }: ResolvedLine, packs: readonly string[]): Shell['line']['offers'] {
  const isAsked = (name: string): boolean =>
    name === 'languageChoice' || packs.some((text) => text.includes(`"offer":${JSON.stringify(name)}`));
  return Object.fromEntries(Object.entries(line.offers).filter(([name]) => isAsked(name)));
}

/** Where keys are stored; when each is written is for people. */
function storedRules({ stored }: ResolvedLine): Shell['stored'] {
  const keys = Object.entries(stored.keys).map(([key, { at: _, ...rule }]) => [key, rule]);
  return { ...stored, keys: Object.fromEntries(keys) };
}

/** Flow values and stored keys that hold properties which answers mark as proofs. */
function proofsOf({ calls, api }: Pick<ResolvedLine, 'calls' | 'api'>): readonly string[] {
  const names = Object.entries(calls.calls).flatMap(([id, { keeps = {}, saves = {} }]) => {
    const proofs = api[id]?.proofs ?? [];
    return Object.entries({ ...keeps, ...saves }).flatMap(([name, from]) =>
      typeof from === 'string' && proofs.includes(from) ? name : [],
    );
  });
  return [...new Set(names)];
}

/** Replaces `{ "$ref": … }` in a call's shape: `field:<id>` by the field's rule on the wire, `providers` by the ids of all, `enum:<name>` by its numbers. */
function withFields(value: unknown, line: Pick<ResolvedLine, 'fields' | 'providers' | 'enums'>): unknown {
  if (Array.isArray(value)) return value.map((each) => withFields(each, line));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if ($ref === PROVIDERS) return { enum: Object.keys(line.providers) };
  if (typeof $ref === 'string' && $ref.startsWith(ENUM)) {
    return { enum: Object.values(line.enums[$ref.slice(ENUM.length)] ?? {}) };
  }
  if (typeof $ref === 'string' && $ref.startsWith('field:')) {
    const field = line.fields[$ref.slice('field:'.length)];
    if (field === undefined) throw new Error(`No field for ${$ref}.`);
    return field.wire ?? field.rule;
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withFields(each, line)]));
}

/** Texts that the server itself needs: sentences of codes, mail, messages and posted forms, and the names of the line and its providers. */
const SERVER_TEXTS = /^(errors|mail|sms|voice|line|early|frame\.providers)\./;

function compileServer(line: ResolvedLine): ServerLine {
  const api = Object.entries(line.api).map(([id, { request, response }]) => {
    const extras = extrasOf(line, id);
    return [
      id,
      {
        request: withFields(request, line),
        response: withFields(response, line),
        ...(isEmpty(extras) ? {} : { extras }),
      },
    ];
  });
  const messages = line.line.languages.offered.map((language) => [
    language,
    Object.fromEntries(Object.entries(line.messages[language] ?? {}).filter(([key]) => SERVER_TEXTS.test(key))),
  ]);
  const paths = Object.entries(line.line.routes).flatMap(([screen, list]) => list.map((path) => [path, screen]));
  return {
    name: line.name,
    line: line.line,
    enums: line.enums,
    providers: Object.fromEntries(offeredProviders(line)),
    headers: line.calls.headers ?? {},
    calls: line.calls.calls,
    errors: line.errors.codes,
    fields: line.fields,
    api: Object.fromEntries(api),
    messages: Object.fromEntries(messages),
    color: { ...line.theme.color.light },
    dark: { ...line.theme.color.dark },
    paths: Object.fromEntries(paths),
  };
}

/** @throws when the data is not sound; `check` says so better, beforehand. */
export function compileLine(line: ResolvedLine, options: LineOptions): CompiledLine {
  const files: Record<string, string> = {};
  const page = withConstants(line);
  const facts = lineFacts(line, options.asset);
  const languages = line.line.languages.offered.map((language) => [
    language,
    compileLanguage(page, inLanguage(facts, language), language, options, files),
  ]);
  return { name: line.name, server: compileServer(line), languages: Object.fromEntries(languages), files };
}
