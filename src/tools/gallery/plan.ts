/** What a run of the gallery draws, from its options. */
import { WrongOption } from '../options.ts';
import type { Card } from './card.ts';

/** Name of the language in which every text is its message key. */
export const KEYS = 'en-x-keys';

/** A language's name in the gallery. */
export const shownLanguage = (language: string): string => (language === KEYS ? 'keys' : language);

/** Names by which `--screens` asks for what the service sends. */
const MAILS = 'mails';
const MESSAGES = 'messages';

export const OPTIONS = {
  lines: { type: 'string' },
  screens: { type: 'string' },
  languages: { type: 'string' },
  widths: { type: 'string', default: '1440,390' },
  schemes: { type: 'string' },
  keys: { type: 'boolean', default: false },
  interactions: { type: 'boolean', default: false },
  clean: { type: 'boolean', default: false },
  against: { type: 'string' },
  folder: { type: 'string', default: 'dist/gallery' },
} as const;

export const USAGE = `npm run gallery -- [--lines …] [--screens …] [--languages …] [--widths 1440,390] [--schemes light,dark]
  Names with commas between. A run adds to the gallery, and replaces what it draws again.
  --screens       takes mails and messages, too, which are drawn where no screens are named
  --languages     takes pseudo for the pseudo-languages
  --keys          draws every page with its message keys in place of its sentences besides
  --interactions  draws forms while they are used besides: hover, focus, faults, lists, captcha, countdown
  --against       the folder of an older gallery: shows what changed since; otherwise since the last run
  --clean         begins anew
  --folder        where the gallery stands, dist/gallery unless it is said`;

interface Given {
  readonly lines?: string | undefined;
  readonly screens?: string | undefined;
  readonly languages?: string | undefined;
  readonly widths: string;
  readonly schemes?: string | undefined;
  readonly keys: boolean;
  readonly interactions: boolean;
  readonly clean: boolean;
  readonly against?: string | undefined;
  readonly folder: string;
}

export type Scheme = 'light' | 'dark';

export interface Plan {
  readonly folder: string;
  readonly against?: string;
  readonly clean: boolean;
  readonly interactions: boolean;
  readonly keys: boolean;
  readonly pseudo: boolean;
  readonly widths: readonly number[];
  readonly schemes: readonly Scheme[];
  /** Mails are looked at in both, unless schemes are named. */
  readonly mailSchemes: readonly Scheme[];
  readonly line: (name: string) => boolean;
  readonly screen: (id: string) => boolean;
  readonly language: (name: string) => boolean;
  /** Whether mails, or text messages and calls, are wanted under this name. */
  readonly sent: (kind: 'mail' | 'message', name: string) => boolean;
}

const list = (text: string): string[] => text.split(',').map((each) => each.trim());

const among = (names: string | undefined): ((name: string) => boolean) => {
  const wanted = names === undefined ? undefined : list(names);
  return (name) => wanted?.includes(name) ?? true;
};

function widthOf(text: string): number {
  const width = Number(text);
  if (!Number.isInteger(width) || width < 240 || width > 4000)
    throw new WrongOption(`--widths takes widths in px from 240 to 4000, not ${text}.`);
  return width;
}

function schemeOf(scheme: string): Scheme {
  if (scheme !== 'light' && scheme !== 'dark') throw new WrongOption(`--schemes takes light and dark, not ${scheme}.`);
  return scheme;
}

export function planOf(given: Given): Plan {
  const schemes = given.schemes === undefined ? undefined : list(given.schemes).map(schemeOf);
  const pseudo = given.languages === 'pseudo';
  if (pseudo && given.keys) throw new WrongOption('--keys stands beside the languages of a line, not beside pseudo.');
  if (given.against === given.folder)
    throw new WrongOption(`--against takes another gallery: ${given.folder} is compared with its last run anyway.`);
  const screen = among(given.screens);
  const language = among(given.languages);
  const all = { mail: MAILS, message: MESSAGES } as const;
  return {
    folder: given.folder,
    ...(given.against !== undefined && { against: given.against }),
    clean: given.clean,
    interactions: given.interactions,
    keys: given.keys,
    pseudo,
    widths: list(given.widths).map(widthOf),
    schemes: schemes ?? ['light'],
    mailSchemes: schemes ?? ['light', 'dark'],
    line: among(given.lines),
    screen,
    language: (name) => pseudo || (name === KEYS ? given.keys : language(name)),
    // Pseudo-languages are there for what is laid out.
    sent: (kind, name) => !pseudo && (given.screens === undefined || screen(all[kind]) || screen(name)),
  };
}

/** What a run draws if it is there: what it did not find of this is gone. @param drawn what it found */
export function ofRun(plan: Plan, drawn: readonly Card[]): (card: Card) => boolean {
  const languages = new Set(drawn.map(({ language }) => language));
  return ({ kind, line, screen, language, width = 0, scheme = '' }) => {
    if (!plan.line(line) || !languages.has(language)) return false;
    if (kind === 'message') return plan.sent(kind, screen);
    if (kind === 'mail')
      return plan.sent(kind, screen) && (scheme === '' || plan.mailSchemes.includes(scheme as Scheme));
    const isWanted = plan.screen(screen) && plan.widths.includes(width) && plan.schemes.includes(scheme as Scheme);
    return isWanted && (kind === 'page' || plan.interactions);
  };
}
