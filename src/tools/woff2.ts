/** Reads what a WOFF2 file says of its glyphs (W3C WOFF 2.0; OpenType `cmap`, `head`, `hhea`, `hmtx`). */
import { brotliDecompressSync } from 'node:zlib';

export interface Font {
  /** Code point → number of its glyph. */
  readonly glyphs: ReadonlyMap<number, number>;
  /** Width of a code point's glyph, em; undefined without one. */
  advance(codePoint: number): number | undefined;
}

/** Tables that are named by a number, by these; only some names are needed. */
const CMAP = 0;
const HEAD = 1;
const HHEA = 2;
const HMTX = 3;
const GLYF = 10;
const LOCA = 11;
const NAMED = 63;

interface Table {
  readonly tag: number;
  readonly isTransformed: boolean;
  readonly data: Buffer;
}

/** The tables of a file, unpacked. @throws when it is no WOFF2 file, or a broken one. */
function tablesOf(file: Buffer): Table[] {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('It does not begin as WOFF2 does.');
  const count = file.readUInt16BE(12);
  const packed = file.readUInt32BE(20);
  let at = 48;
  const number = (): number => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at);
      at += 1;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const entries = Array.from({ length: count }, () => {
    const flags = file.readUInt8(at);
    const tag = flags & 63;
    at += tag === NAMED ? 5 : 1;
    const length = number();
    // Outlines are transformed unless they say otherwise, other tables if they say so.
    const isTransformed = flags >> 6 !== (tag === GLYF || tag === LOCA ? 3 : 0);
    return { tag, isTransformed, length: isTransformed ? number() : length };
  });
  const data = brotliDecompressSync(file.subarray(at, at + packed));
  let from = 0;
  return entries.map(({ tag, isTransformed, length }) => {
    from += length;
    return { tag, isTransformed, data: data.subarray(from - length, from) };
  });
}

/** Segments of code points, each with the numbers of its glyphs (format 4: the first plane). */
function readSegments(table: Buffer, glyphs: Map<number, number>): void {
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    const end = table.readUInt16BE(14 + at);
    const start = table.readUInt16BE(16 + size + at);
    const delta = table.readUInt16BE(16 + 2 * size + at);
    const offset = 16 + 3 * size + at;
    const range = table.readUInt16BE(offset);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const found = range === 0 ? code : table.readUInt16BE(offset + range + 2 * (code - start));
      const glyph = found === 0 ? 0 : (found + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

/** Groups of code points (format 12: all planes). */
function readGroups(table: Buffer, glyphs: Map<number, number>): void {
  const count = table.readUInt32BE(12);
  for (let at = 16; at < 16 + 12 * count; at += 12) {
    const [start, end, first] = [0, 4, 8].map((part) => table.readUInt32BE(at + part)) as [number, number, number];
    for (let code = start; code <= end; code++) glyphs.set(code, first + code - start);
  }
}

/** Code points of a font. */
function readGlyphs(table: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let at = 4; at < 4 + 8 * table.readUInt16BE(2); at += 8) {
    const part = table.subarray(table.readUInt32BE(at + 4));
    const format = part.readUInt16BE(0);
    if (format === 4) readSegments(part, glyphs);
    if (format === 12) readGroups(part, glyphs);
  }
  return glyphs;
}

/** @throws when the file is no WOFF2 font, or a broken one. */
export function readWoff2(file: Buffer): Font {
  const tables = tablesOf(file);
  const table = (tag: number): Table => {
    const found = tables.find((each) => each.tag === tag);
    if (found === undefined) throw new Error('A table is missing.');
    return found;
  };
  const glyphs = readGlyphs(table(CMAP).data);
  const perEm = table(HEAD).data.readUInt16BE(18);
  const widths = table(HHEA).data.readUInt16BE(34);
  const { data, isTransformed } = table(HMTX);
  return {
    glyphs,
    advance(codePoint) {
      const glyph = glyphs.get(codePoint);
      if (glyph === undefined) return undefined;
      // From the last width on, all glyphs have that; transformed, a byte of flags goes first, and side bearings apart.
      const index = Math.min(glyph, widths - 1);
      return data.readUInt16BE(isTransformed ? 1 + 2 * index : 4 * index) / perEm;
    },
  };
}
