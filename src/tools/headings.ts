/** What a line's headings say: the characters that its faces must have. */
import { isHeading } from '../engine/headings.ts';
import type { Screen } from '../generated/config.ts';
import { wantedKeys } from './checks/message-keys.ts';
import { parseMessage } from './checks/parse-message.ts';
import { blocksOf } from './checks/scope.ts';
import { once } from './memory.ts';
import type { ResolvedLine } from './resolve.ts';
import { viewsOf } from './variants.ts';

/** The text of a heading in one language. */
export interface HeadingText {
  readonly language: string;
  readonly key: string;
  /** All that it says itself; what stands in its place of values is not known. */
  readonly said: string;
}

/** What the headings of most visits say: the words on the picture, and what stands above forms. */
const isFirst = (key: string): boolean => key === 'line.tagline' || /^screens\.[^.]+\.(title|heading)$/.test(key);

/** Keys of what values in headings may be. */
const isValue = (key: string): boolean => key === 'line.brand' || /^frame\.providers\./.test(key);

/** Whether a screen's own title stands on its page; that of others is the window's, and each of their states has one. */
const showsTitle = ({ kind }: Screen): boolean => kind === 'form' || kind === 'choice' || kind === 'qr';

/** Texts that begin a section. */
function sectionKeys(line: ResolvedLine): Set<string> {
  const keys = Object.entries(line.screens).flatMap(([id, screen]) =>
    blocksOf(screen).flatMap(({ block }) =>
      block.block === 'text' && isHeading(block) ? [`screens.${id}.texts.${block.id}`] : [],
    ),
  );
  return new Set(keys);
}

/** Keys of texts that are drawn as headings, those first that most visitors see. */
function headingKeys(line: ResolvedLine): string[] {
  const sections = sectionKeys(line);
  const isDrawn = (key: string): boolean => {
    const [, screen] = /^screens\.([^.]+)\.(?:title|heading)$/.exec(key) ?? [];
    if (screen !== undefined) return line.screens[screen] !== undefined && showsTitle(line.screens[screen]);
    if (/^screens\..+\.(title|stored)$|^(errors|confirms|captcha|early)\..*title$/.test(key)) return true;
    return key === 'line.tagline' || isValue(key) || sections.has(key);
  };
  const keys = [...wantedKeys(line).values()].flatMap(({ key, shown }) => (shown && isDrawn(key) ? [key] : []));
  return [...keys.filter(isFirst), ...keys.filter((key) => !isFirst(key))];
}

/** Every heading that the line can show, in every language that it offers, those first that most visitors see. */
export const headingsOf = once((line: ResolvedLine): readonly HeadingText[] => {
  const all = viewsOf(line).flatMap((view) =>
    headingKeys(view).flatMap((key) =>
      view.line.languages.offered.flatMap((language) => {
        const text = view.messages[language]?.[key];
        return typeof text === 'string' ? [{ language, key, said: parseMessage(text).bare }] : [];
      }),
    ),
  );
  return [...all.filter(({ key }) => isFirst(key)), ...all.filter(({ key }) => !isFirst(key))];
});

export type Script = 'latin' | 'chinese';

/** The first character of Chinese (CJK radicals); letters, digits and their signs stand before it. */
export const FIRST_CHINESE = 0x2e80;

export const scriptOf = (character: string): Script =>
  (character.codePointAt(0) ?? 0) < FIRST_CHINESE ? 'latin' : 'chinese';

/** Line ends, marks of where lines may end, the signs of Chinese sentences, and the line of a name, which some faces draw as two. */
const NOT_TAKEN = /[_\p{Cc}\p{Cf}\u3000-\u303f\uff00-\uffef]/u;

/**
 * The characters of a text that faces draw, each once. Signs of Chinese sentences remain the text's font's: it knows how to
 * trim them at the edges of lines, and faces of display disagree where in their square they stand.
 */
export const drawnIn = (text: string): string[] => [...new Set(text)].filter((each) => !NOT_TAKEN.test(each));
