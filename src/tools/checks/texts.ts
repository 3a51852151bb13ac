/** Checks each text of the catalogs: its syntax and manner, and what copying and translating does to it. */
import { isDictionary } from '../documents.ts';
import type { SourceFile, Sources } from '../load.ts';
import { memory, once } from '../memory.ts';
import { unparsable, wrongScript } from './damage.ts';
import type { Damage } from './encodings.ts';
import { CURRENCIES } from './facts.ts';
import type { Fault } from './fault.ts';
import { languageOf, namesGrammar } from './files.ts';
import { literalsOf, withoutListed } from './literals.ts';
import { downward, mannerOf } from './manner.ts';
import { currenciesIn, wrongCurrency } from './money.ts';
import { parseMessage } from './parse-message.ts';
import { type Catalogs, pasted, pastedBeside, pastedError, said } from './pasted.ts';

function remedyOf(error: string, text: string): string {
  if (error.includes('TAG'))
    return "close each tag, as in <b>…</b>; there is no HTML, and a literal < is written as '<'";
  if (error === 'MISSING_OTHER_CLAUSE') return 'end the options with other {…}';
  if (error === 'INVALID_ARGUMENT_TYPE') return 'write plural, selectordinal, select, number, date or time';
  if (/SELECT|PLURAL/.test(error)) return 'write each option as name {…}, the last as other {…}';
  const [, first, second] = /\{\s*(\w+)\s+(\w+)\s*\}/.exec(text) ?? [];
  if (second) return `write {${first}${second.charAt(0).toUpperCase()}${second.slice(1)}}: a name has no blanks`;
  return unparsable(text) ?? "close each brace; a literal brace is written as '{'";
}

const ofMessage = (key: string, damage: Damage | undefined): Damage | undefined =>
  damage && { ...damage, message: `message "${key}" ${damage.message}` };

function faultOf(language: string, key: string, text: string): Damage | undefined {
  if (text.trim() === '') return { message: `message "${key}" is empty`, fix: 'write the text, or delete the key' };
  const { damage, error, bare } = parseMessage(text);
  const wrong = damage ?? (error === undefined ? wrongScript(language, key, bare) : undefined);
  if (wrong) return ofMessage(key, wrong);
  if (error === undefined) return undefined;
  const message = `bad ICU syntax in "${key}": ${error.toLowerCase().replaceAll('_', ' ')}`;
  return { message, fix: remedyOf(error, text) };
}

/** Names that lines go by in any language, each with its line. */
function brandsOf(sources: Sources): readonly (readonly [brand: string, line: string])[] {
  const found = [...sources.files.values()].flatMap(({ path, value }) => {
    const [, line = ''] = /^lines\/([^_/][^/]*)\/messages\//.exec(path) ?? [];
    const brand = isDictionary(value) ? value['line.brand'] : undefined;
    return line !== '' && typeof brand === 'string' && brand !== ''
      ? [[`${brand}\n${line}`, [brand, line]] as const]
      : [];
  });
  return [...new Map(found).values()].map(([brand = '', line = '']) => [brand, line]);
}

/** Whether a text has a name as a word of its own. */
function isNamed(name: string, text: string): boolean {
  const isWord = (letter: string | undefined): boolean => /[A-Za-z0-9]/.test(letter ?? '');
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isWord(text[at - 1]) && !isWord(text[at + name.length])) return true;
  return false;
}

/** Another line's name in a line's own text: it was copied from there. */
function foreign(line: string, words: string, brands: ReturnType<typeof brandsOf>): Damage | undefined {
  const own = brands.filter(([, other]) => other === line).map(([brand]) => brand);
  const bare = own.reduce((text, brand) => text.replaceAll(brand, ''), words);
  const [brand, other] = brands.find(([each, of]) => of !== line && !own.includes(each) && isNamed(each, bare)) ?? [];
  return brand === undefined
    ? undefined
    : { message: `names ${brand}, which is line ${other}`, fix: `write {brand}, or what ${line} says here` };
}

/** A line's name in a text of several lines; an option may be called after a line. */
function branded(key: string, words: string, brands: ReturnType<typeof brandsOf>): Damage | undefined {
  const [brand] = brands.find(([each, of]) => !key.endsWith(`.${of}`) && isNamed(each, words)) ?? [];
  return brand === undefined
    ? undefined
    : { message: `names ${brand}, and other lines say it too`, fix: 'write {brand}' };
}

/** What lines count in, and the file that says so. */
interface Counted {
  readonly currency: string;
  readonly file: SourceFile;
}

/** What the lines of a layer count in, as it or one below it says; undefined where it is left to the lines. */
function currencyOf(sources: Sources, layer: string | undefined, above: readonly string[] = []): Counted | undefined {
  const file = sources.files.get(`lines/${layer}/line.json`);
  const { value } = file ?? {};
  if (layer === undefined || above.includes(layer) || !file || !isDictionary(value)) return undefined;
  if (typeof value.currency === 'string') return { currency: value.currency, file };
  return typeof value.extends === 'string' ? currencyOf(sources, value.extends, [...above, layer]) : undefined;
}

function catalogsOf(sources: Sources): readonly Catalogs[] {
  const layers = new Map<string, Map<string, SourceFile>>();
  for (const file of sources.files.values()) {
    const language = languageOf(file.path);
    if (language === undefined || !isDictionary(file.value)) continue;
    const folder = file.path.slice(0, file.path.lastIndexOf('/'));
    layers.set(folder, (layers.get(folder) ?? new Map<string, SourceFile>()).set(language, file));
  }
  return [...layers.values()];
}

/** A placeholder that the other languages have and this one does not. */
function unnamed(catalogs: Catalogs, language: string, key: string, text: string): string | undefined {
  const own = parseMessage(text).params;
  const others = [...catalogs].flatMap(([other, file]) => {
    const theirs = other === language ? undefined : said(file, key);
    return typeof theirs === 'string' ? [...parseMessage(theirs).params] : [];
  });
  return others.find((name) => !own.has(name));
}

const layerOf = ({ path }: SourceFile): string | undefined => /^lines\/([^/]+)\//.exec(path)?.[1];

/** Currencies that the texts of a catalog name, as often as they do. */
const currenciesOf = once(({ value }: SourceFile): readonly string[] =>
  Object.values(value as object).flatMap((text) =>
    typeof text === 'string' ? currenciesIn(parseMessage(text).words) : [],
  ),
);

/** Currencies that no sentence of the lines agrees with, while all that name one name another: there it is that is wrong. */
function miscounted(sources: Sources, all: readonly Catalogs[], strayed: ReadonlySet<string>): readonly Fault[] {
  const said = new Map<SourceFile, { readonly currency: string; readonly texts: string[] }>();
  for (const file of all.flatMap((catalogs) => [...catalogs.values()])) {
    const layer = layerOf(file);
    const counted = strayed.has(layer ?? '') ? undefined : currencyOf(sources, layer);
    // Of what is no currency that is told.
    if (counted === undefined || !CURRENCIES.has(counted.currency)) continue;
    const texts = said.get(counted.file)?.texts ?? [];
    said.set(counted.file, { currency: counted.currency, texts });
    texts.push(...currenciesOf(file));
  }
  return [...said].flatMap(([file, { currency, texts }]) => {
    const [other, ...others] = texts;
    if (other === undefined || other === currency || others.length === 0 || others.some((each) => each !== other))
      return [];
    const message = `lines count in ${currency} by this, and all ${texts.length} sentences that name a currency in ${other}`;
    return [{ ...file.place(['currency']), message, fix: `write "${other}"` }];
  });
}

interface OfTexts {
  readonly faults: readonly Fault[];
  /** `file:line` of the texts that are at fault, and of the same ones in other languages: nothing else is told there. */
  readonly places: ReadonlySet<string>;
}

/** How the texts of one catalog are judged besides. */
interface Judging {
  readonly language: string;
  /** All of the layer, in the catalog's language too. */
  readonly catalogs: Catalogs;
  readonly brands: ReturnType<typeof brandsOf>;
  /** What its lines count in, where that is known. */
  readonly currency: string | undefined;
  /** Field → the punctuation that its sentences may list. */
  readonly literals: ReadonlyMap<string, string>;
}

/** Texts of a catalog that are wrong, with what is wrong with them. */
function wrongTexts(
  file: SourceFile,
  { language, catalogs, brands, currency, literals }: Judging,
): readonly (readonly [key: string, wrong: Damage])[] {
  const layer = layerOf(file);
  const line = layer?.startsWith('_') ? undefined : layer;
  return Object.entries(file.value as object).flatMap(([key, text]) => {
    if (namesGrammar(key) || typeof text !== 'string') return [];
    const { words } = parseMessage(text);
    const lacking = () => unnamed(catalogs, language, key, text);
    const wrong =
      faultOf(language, key, text) ??
      ofMessage(
        key,
        (line === undefined ? branded(key, words, brands) : foreign(line, words, brands)) ??
          pasted(catalogs, language, key, text) ??
          pastedBeside(catalogs, language, key, text) ??
          pastedError(catalogs, language, key, text) ??
          mannerOf(language, withoutListed(literals, key, words), lacking) ??
          downward(text) ??
          (currency === undefined ? undefined : wrongCurrency(currency, language, words)),
      );
    return wrong === undefined ? [] : [[key, wrong] as const];
  });
}

const judged = memory<SourceFile, ReturnType<typeof wrongTexts>>();

/**
 * @param misspelt keys that are told of already
 * @param strayed lines whose currency is that of a zone they are not of
 */
export function checkTexts(
  sources: Sources,
  misspelt: ReadonlySet<string | undefined>,
  strayed: ReadonlySet<string>,
): OfTexts {
  const brands = brandsOf(sources);
  const literals = literalsOf(sources);
  const besides = [brands.join('\n'), [...literals].join('\n')];
  const all = catalogsOf(sources);
  const faults: Fault[] = [...miscounted(sources, all, strayed)];
  const miscount = new Set(faults.map(({ file }) => file));
  const places = new Set<string>();
  for (const catalogs of all) {
    for (const [language, file] of catalogs) {
      const layer = layerOf(file);
      const counted = strayed.has(layer ?? '') ? undefined : currencyOf(sources, layer);
      const currency = counted && !miscount.has(counted.file.path) ? counted.currency : undefined;
      const by = [currency, ...besides, ...catalogs.values()];
      const wrongs = judged(file, by, () => wrongTexts(file, { language, catalogs, brands, currency, literals }));
      for (const [key, wrong] of wrongs) {
        if (misspelt.has(key)) continue;
        const name = wrong.name === undefined ? {} : { name: `${wrong.name} of ${file.path}` };
        faults.push({ ...file.place([key]), ...wrong, ...name });
        for (const each of catalogs.values()) {
          const place = each.place([key]);
          places.add(`${place.file}:${place.line}`);
        }
      }
    }
  }
  return { faults, places };
}
