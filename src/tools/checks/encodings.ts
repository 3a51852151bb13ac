/** Texts that were read in another encoding than they were written in: what they show, and what was meant. */
import type { SourceFile, Sources } from '../load.ts';
import { once } from '../memory.ts';
import type { Fault } from './fault.ts';
import { languageOf } from './files.ts';

/** What is wrong with a text. */
export interface Damage {
  readonly message: string;
  readonly fix: string;
  /** What one mistake does to many texts of a file. */
  readonly name?: string;
}

interface Misread {
  /** The first piece that is damaged. */
  readonly wrong: string;
  /** What it was, where that can be told. */
  readonly right?: string;
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

/** What Windows has from byte 0x80 on, where Latin-1 has control characters: Node's decoder of its name leaves them as those. */
const SIGNS_OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Characters of encodings of single bytes, each at its byte. */
const LATIN = BYTES.map((byte) => String.fromCharCode(byte));
const WINDOWS = BYTES.map((byte) => SIGNS_OF_WINDOWS[byte - 0x80] ?? String.fromCharCode(byte));
const MACINTOSH = [...new TextDecoder('macintosh').decode(Uint8Array.from(BYTES))];

/** Characters of some bytes, as a class of a regular expression has them. */
const classOf = (characters: readonly string[], first: number, last: number): string =>
  `[${characters.slice(first, last + 1).join('')}]`;

/** UTF-8 that was read byte by byte: a sequence of two or three bytes, each shown as a character. */
interface Single {
  readonly bytes: ReadonlyMap<string, number>;
  readonly sequence: RegExp;
}

const isWhole = (text: string): boolean => !text.includes('\ufffd');
const utf8 = (bytes: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(bytes));

/** @param pairs bytes that begin a sequence of two, and no letters that stand before a sign in good sentences */
function single(characters: readonly string[], pairs: readonly number[]): Single {
  const next = classOf(characters, 0x80, 0xbf);
  const two = `[${pairs.map((byte) => characters[byte]).join('')}]${next}`;
  const three = `${classOf(characters, 0xe1, 0xef)}${next}{2}`;
  return {
    bytes: new Map(characters.map((character, byte) => [character, byte])),
    sequence: new RegExp(`(?:${three}|${two})+`, 'u'),
  };
}

const THREES = [single(LATIN, []), single(WINDOWS, [])];
const OF_WINDOWS = single(WINDOWS, [0xc2, 0xc3, 0xd0, 0xd1]);
const OF_MACINTOSH = single(MACINTOSH, [0xc2, 0xc3]);

/** What is left of such sequences where a byte was lost, or a blank without a break became a usual one. */
const REMAINS = /â€.?|[ÂÃ] |[äåæçèé][¡-º¼-¿] |‚Ä./u;

function ofSingle(text: string, { bytes, sequence }: Single): Misread | undefined {
  const [wrong] = sequence.exec(text) ?? [];
  if (wrong === undefined) return undefined;
  const right = utf8([...wrong].map((each) => bytes.get(each) ?? 0));
  return isWhole(right) ? { wrong, right } : { wrong };
}

function ofRemains(text: string): Misread | undefined {
  const [wrong] = REMAINS.exec(text) ?? [];
  return wrong === undefined ? undefined : { wrong: wrong.trim() };
}

/** Chinese of GBK that was read byte by byte: no word has so many letters with marks in a row. */
function ofChinese(text: string): Misread | undefined {
  const [wrong] = /[\u00b0-\u00f7][\u00a1-\u00fe]{3,}/.exec(text) ?? [];
  if (wrong === undefined) return undefined;
  const right = new TextDecoder('gbk').decode(Uint8Array.from([...wrong].map((each) => each.charCodeAt(0))));
  return isWhole(right) ? { wrong, right } : { wrong };
}

/** Characters of GBK by the bytes that UTF-8 has in Chinese: what begins a character of it, and what goes on. */
const LEADS = [0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xef];

/** Characters that Chinese in UTF-8 shows when it is read as GBK, and that sentences hardly have. */
const STRANGE: ReadonlySet<string> = new Set(
  LEADS.flatMap((lead) =>
    BYTES.slice(0x80, 0xc0).map((next) => new TextDecoder('gbk').decode(Uint8Array.of(lead, next))),
  ),
);

/** Bytes of each character of GBK. */
const bytesOfGbk = once((_: typeof LEADS): ReadonlyMap<string, readonly number[]> => {
  const decoder = new TextDecoder('gbk');
  const trails = BYTES.slice(0x40, 0xff);
  return new Map(
    BYTES.slice(0x81, 0xff).flatMap((lead) =>
      trails.map((trail) => [decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]] as const),
    ),
  );
});

/** How many characters of UTF-8 must be in a row: good Chinese has none. */
const ENOUGH = 2;

/** The characters from one on whose bytes are UTF-8, and what they were. */
function runOf(characters: readonly string[], known: ReadonlyMap<string, readonly number[]>): Misread | undefined {
  const bytes: number[] = [];
  let taken = 0;
  for (const each of characters) {
    const own = known.get(each) ?? [];
    const isNext = (byte: number, at: number): boolean =>
      (bytes.length + at) % 3 === 0 ? LEADS.includes(byte) : byte >= 0x80 && byte < 0xc0;
    if (own.length === 0 || !own.every(isNext)) break;
    bytes.push(...own);
    taken += 1;
  }
  if (bytes.length < 3 * ENOUGH) return undefined;
  const [wrong, right] = [characters.slice(0, taken).join(''), utf8(bytes)];
  return isWhole(right) ? { wrong, right } : { wrong };
}

/** Chinese of UTF-8 that was read as GBK. */
function ofGbk(text: string): Misread | undefined {
  if (text.includes('锟斤拷')) return { wrong: '锟斤拷' };
  const characters = [...text];
  for (const [at, each] of characters.entries()) {
    const found = STRANGE.has(each) ? runOf(characters.slice(at), bytesOfGbk(LEADS)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What of a text was read in another encoding than it was written in; undefined where nothing was. */
function misread(text: string): Misread | undefined {
  if (/^\p{ASCII}*$/u.test(text)) return undefined;
  const found =
    THREES.map((each) => ofSingle(text, each)).find((each) => each !== undefined) ??
    ofChinese(text) ??
    ofSingle(text, OF_WINDOWS) ??
    ofSingle(text, OF_MACINTOSH) ??
    ofRemains(text) ??
    ofGbk(text);
  return found ?? (text.includes('\ufffd') ? { wrong: '\ufffd' } : undefined);
}

/** No more of a damaged text than this is shown. */
const SHOWN = 24;

/** What a text shows of a wrong encoding, as a fault tells it. */
export function wrongEncoding(text: string): Damage | undefined {
  const { wrong, right } = misread(text) ?? {};
  if (wrong === undefined) return undefined;
  const shown = wrong.length > SHOWN ? `${wrong.slice(0, SHOWN)}…` : wrong;
  return {
    message:
      wrong === '\ufffd'
        ? 'has U+FFFD, which stands for a character that was lost'
        : `has ${shown}, read in another encoding than it was written in`,
    fix: `write ${right ?? 'the text again'}${right ? ` for ${shown}` : ''}, and save the file as UTF-8`,
    name: 'encoding',
  };
}

const ofFile = once((file: SourceFile): readonly Fault[] => {
  for (const [index, text] of file.text.split('\n').entries()) {
    const wrong = wrongEncoding(text);
    if (wrong === undefined) continue;
    const column = text.indexOf(misread(text)?.wrong ?? '') + 1;
    const message = `the text ${wrong.message}`;
    return [{ file: file.path, line: index + 1, column, message, fix: wrong.fix }];
  }
  return [];
});

/** Places of files, but for catalogs, that were saved in another encoding: banners, names, values of previews. */
export const checkEncodings = ({ files }: Sources): Fault[] =>
  [...files.values()].flatMap((file) => (languageOf(file.path) === undefined ? ofFile(file) : []));
