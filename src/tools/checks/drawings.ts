/** Checks drawings: what they refer to within themselves is there, and each rule of theirs is of something. */
import type { Sources } from '../load.ts';
import { lineStarts, positionAt } from '../positions.ts';
import { type Fault, nearest } from './fault.ts';

interface Found {
  readonly name: string;
  readonly offset: number;
}

/** All that a pattern finds: the name is its first group. */
const found = (text: string, pattern: RegExp): readonly Found[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    offset: index + whole.lastIndexOf(name),
  }));

const names = (all: readonly Found[]): ReadonlySet<string> => new Set(all.map(({ name }) => name));

const REFERENCE = /(?:url\(["']?#|href=["']#)([^"')\s]+)/g;
const ID = /\sid=["']([^"']+)["']/g;
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
const CLASSES = /\sclass=["']([^"']+)["']/g;

/** What a rule is of, and how it is written there. */
interface Ruled {
  readonly what: string;
  readonly rule: RegExp;
  readonly sign: string;
  readonly in: (text: string) => ReadonlySet<string>;
}

const RULED: readonly Ruled[] = [
  {
    what: 'class',
    rule: /\.([A-Za-z_][\w-]*)(?=[^{}]*\{)/g,
    sign: '.',
    in: (text) => new Set(found(text, CLASSES).flatMap(({ name }) => name.split(/\s+/))),
  },
  {
    what: 'id',
    rule: /(?<!["':\w])#([A-Za-z_][\w-]*)(?=[^{};:]*\{)/g,
    sign: '#',
    in: (text) => names(found(text, ID)),
  },
  {
    what: 'attribute',
    rule: /\[([a-z][\w-]*="[^"]+")\](?=[^{}]*\{)/g,
    sign: '',
    in: (text) => names(found(text.replace(STYLE, ''), /\s([a-z][\w-]*="[^"]+")/g)),
  },
];

interface Wrong {
  readonly offset: number;
  readonly message: string;
  readonly fix: string;
}

/** Names shorter than this are as near to any other. */
const TELLING = 3;

/** What is drawn with something that is not there: most likely with what nothing else is drawn with. */
function undrawn(text: string): readonly Wrong[] {
  const [ids, all] = [names(found(text, ID)), found(text, REFERENCE)];
  const left = [...ids].filter((id) => !names(all).has(id));
  return [...names(all)].flatMap((name): Wrong[] => {
    if (ids.has(name)) return [];
    const near = name.length < TELLING ? undefined : nearest(name, ids);
    const meant = near ?? (left.length === 1 ? left[0] : undefined);
    const others = ids.size === 0 ? 'give something that id' : `write one of: ${[...ids].join(', ')}`;
    const offset = all.find((each) => each.name === name)?.offset ?? 0;
    const fix = meant === undefined ? others : `write #${meant}`;
    return [{ offset, message: `nothing in the drawing has the id ${name}`, fix }];
  });
}

/** Rules of a drawing for what it has not. */
function idle(text: string): readonly Wrong[] {
  return found(text, STYLE).flatMap(({ name: style, offset: start }) =>
    RULED.flatMap(({ what, rule, sign, in: having }) => {
      const ruled = found(style, rule);
      const there = having(text);
      const left = [...there].filter((each) => !names(ruled).has(each));
      return [...names(ruled)].flatMap((name): Wrong[] => {
        if (there.has(name)) return [];
        const meant = nearest(name, left);
        const fix = meant === undefined ? `delete the rule, or give something the ${what}` : `write ${sign}${meant}`;
        const offset = start + (ruled.find((each) => each.name === name)?.offset ?? 0);
        return [{ offset, message: `nothing in the drawing has the ${what} ${name}`, fix }];
      });
    }),
  );
}

/** Comments, and rules of a style that are of no element: blanked, so that all else stays where it stands. */
const ASIDE = /<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|@(?:import|namespace|charset)[^;]*;/g;
const drawn = (text: string): string => text.replace(ASIDE, (aside) => aside.replace(/\S/g, ' '));

/** What is wrong in each drawing, by its file: an edit leaves most as they were. */
const known = new Map<string, { readonly text: string; readonly wrongs: readonly Wrong[] }>();

function wrongsOf(file: string, text: string): readonly Wrong[] {
  const before = known.get(file);
  if (before?.text === text) return before.wrongs;
  const seen = drawn(text);
  const wrongs = [...undrawn(seen), ...idle(seen)];
  known.set(file, { text, wrongs });
  return wrongs;
}

export const checkDrawings = ({ drawings }: Sources): readonly Fault[] =>
  [...drawings].flatMap(([file, text]) =>
    wrongsOf(file, text).map(({ offset, message, fix }) => ({
      file,
      ...positionAt(lineStarts(text), offset),
      message,
      fix,
    })),
  );
