/** One line → what the server and the pages of each of its languages get. */

import { createHash } from 'node:crypto';
import { noticeFile, noticePicture } from '../engine/notice-pictures.ts';
import type { Catalogue, LineFacts, Pack, PageCall, ServerLine, Shell } from '../engine/pack.ts';
import type { Banner, ErrorEntry } from '../generated/config.ts';
import { isOnPicture } from '../theme/on-picture.ts';
import { DARK, LIGHT } from '../theme/picture.tsx';
import { BAND } from './art-by-name.ts';
import { browserPack } from './browser-pack.ts';
import { languageFlags, type PageLine, usedEnums, withConstants } from './compile-enums.ts';
import { inLanguage, lineFacts } from './compile-facts.ts';
import { catalogueMessages, shellMessages } from './compile-messages.ts';
import { compilePack, shownError, validatorsFile } from './compile-pack.ts';
import { compileServer } from './compile-server.ts';
import type { ResolvedLine } from './resolve.ts';
import { SERVICES } from './services.ts';
import { ownWork, type SharedWork } from './shared-work.ts';
import type { ValidatorsModule } from './validators.ts';
import { variantsOf } from './variants.ts';

export interface LineOptions {
  /** Address of the page's main bundle, part of the build id. */
  readonly main: string;
  /** Origin of the API; empty for the same. */
  readonly apiBase: string;
  /** File name of the line's assets → address; what is missing is an empty address. */
  readonly asset: (file: string) => string;
  /** Banner files by name, without `.json`. */
  readonly banners: Readonly<Record<string, Banner>>;
  /** What lines of the same kind share; nothing where it is left out. */
  readonly work?: SharedWork;
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

/** What names of packs begin with. */
export const PACK = 'pack-';

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
    return [[role, { method, path, ...bound }] as const];
  });
  return Object.fromEntries(entries);
}

/** A screen as all visitors see it, or a part of them. */
interface Seen {
  /** The screen's, or `<screen>.<variant>`. */
  readonly id: string;
  readonly screen: string;
  readonly line: PageLine;
}

/** Screens that have an address on this line, and their variants. */
function screensOf(line: ResolvedLine, page: PageLine, work: SharedWork): readonly Seen[] {
  const screens = Object.keys(line.screens).map((id) => ({ id, screen: id, line: page }));
  const variants = variantsOf(line).map(({ id, screen, line: seen }) => {
    const { screens: all } = work.of(`constants ${id}`, () => withConstants(seen));
    return { id, screen, line: { ...page, screens: all, messages: seen.messages } };
  });
  return [...screens, ...variants].filter(({ screen }) => line.line.routes[screen] !== undefined);
}

interface MadeScreen {
  readonly pack: Pack;
  readonly modules: readonly ValidatorsModule[];
  /** The pack as browsers get it. */
  readonly text: string;
}

interface OfFrame extends Pick<LineOptions, 'banners' | 'asset'> {
  readonly general: ReadonlySet<string>;
  readonly headers: Shell['headers'];
}

function compileScreen(
  line: PageLine,
  language: string,
  id: string,
  { general, headers, banners, asset }: OfFrame,
): MadeScreen {
  const { pack: plain, validators: modules } = compilePack(line, language, id, general, banners);
  const sets = headersOf(line, [...Object.values(plain.calls), ...Object.values(plain.events)], headers);
  const enums = usedEnums(line, [plain.calls, plain.events, plain.forms, plain.screen, sets]);
  // A banner of the line's folder may be rewritten while pages stand: any of its amounts may be named.
  const coupons = showsBanner(plain) ? (line.line.coupons ?? {}) : namedCoupons(line, plain.messages);
  const pack: Pack = {
    ...plain,
    ...(isEmpty(enums) ? {} : { enums }),
    ...(isEmpty(sets) ? {} : { headers: sets }),
    ...(isEmpty(coupons) ? {} : { coupons }),
    ...picturesOf(plain, line, asset),
    ...(offersDownload(plain) ? { downloads: line.line.downloads } : {}),
  };
  return { pack, modules, text: JSON.stringify(browserPack(pack)) };
}

/** The line's drawings for the states of a notice. */
function picturesOf({ screen }: Pack, { assets }: PageLine, asset: LineOptions['asset']): Pick<Pack, 'pictures'> {
  if (screen.kind !== 'notice' && screen.kind !== 'transit') return {};
  const kinds = new Set(Object.values(screen.states).flatMap((state) => noticePicture(state) ?? []));
  const own = [...kinds].filter((kind) => assets[noticeFile(kind)] !== undefined);
  const found = own.map((kind) => [kind, asset(noticeFile(kind))]);
  return found.length === 0 ? {} : { pictures: Object.fromEntries(found) };
}

/** Whether a screen holds nothing of one line alone: its addresses, its banners, what it says of itself. */
const isCommon = ({ pack }: MadeScreen): boolean =>
  pack.downloads === undefined &&
  pack.pictures === undefined &&
  !showsBanner(pack) &&
  !Object.keys(pack.messages).some((key) => key.startsWith('line.'));

function compileLanguage(
  line: PageLine,
  seen: readonly Seen[],
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
  const { work = ownWork } = options;
  for (const { id, screen, line: whole } of seen) {
    const frame = { general, headers, banners: options.banners, asset: options.asset };
    const make = (): MadeScreen => compileScreen(whole, language, screen, frame);
    const { pack, modules, text } = work.of(`screen ${language} ${id}`, make, isCommon);
    for (const module of modules) files[validatorsFile(module)] = module.code;
    texts[id] = text;
    screens[id] = { pack, validators: [...new Set(modules.map(validatorsFile))] };
  }
  // One name for all of them: a page would have to carry one for each screen otherwise.
  const packs = `${PACK}${shortHash(Object.values(texts).join('\n'))}-`;
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
  const { art, layout, pane, shape } = line.theme;
  const messages = shellMessages(line, language, errors);
  const shell: Omit<Shell, 'build'> = {
    grammar: 1,
    language,
    direction: directionOf(language),
    apiBase: options.apiBase,
    line: {
      ...facts,
      offers: work.of(`offers ${language}`, () => askedOffers(line, [...Object.values(texts), catalogueText])),
      coupons: namedCoupons(line, messages),
    },
    art: {
      logo: options.asset(art.logo),
      ...(isOnPicture(line.theme) && { logoOnDark: options.asset(art.logo).replace(LIGHT, DARK) }),
      mark: options.asset(art.mark),
      illustration: options.asset(art.illustration),
      band: options.asset(line.assets[BAND] === undefined ? art.illustration : BAND),
    },
    looks: { ...(layout === undefined ? {} : { layout }), pane, ...(shape.tabs && { tabs: shape.tabs }) },
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

/** @throws when the data is not sound; `check` says so better, beforehand. */
export function compileLine(line: ResolvedLine, options: LineOptions): CompiledLine {
  const files: Record<string, string> = {};
  const { work = ownWork } = options;
  const { calls, flow, screens } = work.of('constants', () => withConstants(line));
  const page: PageLine = { ...line, calls, flow, screens };
  const seen = screensOf(line, page, work);
  const facts = lineFacts(line, options.asset);
  const languages = line.line.languages.offered.map((language) => [
    language,
    compileLanguage(page, seen, inLanguage(facts, language), language, options, files),
  ]);
  return { name: line.name, server: compileServer(line, work), languages: Object.fromEntries(languages), files };
}
