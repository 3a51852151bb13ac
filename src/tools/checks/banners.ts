/** Checks banners (`register-static`): amounts are the line's own, what is promised can be had, and each has its time and audience. */
import type { Banner, Condition } from '../../generated/config.ts';
import { makeMerged } from '../documents.ts';
import type { Path, SourceFile, Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { mayHold } from './conditions.ts';
import { wrongScript } from './damage.ts';
import { type Fault, suggest } from './fault.ts';
import { mannerOf } from './manner.ts';
import { timeFault } from './moments.ts';
import { wrongCurrency } from './money.ts';
import { blocksOf, makeScope } from './scope.ts';
import { checkCondition, namesOf } from './values.ts';

/** Rewards for a phone bound later. */
const FOR_A_PHONE = ['phoneBinding', 'freeJobs'];

const DOCUMENT = 'banner';

export type OneBanner = Omit<Banner, 'entries'>;

/** The banners of a file, each with its place. */
export function bannersOf({ entries = {}, ...own }: Banner): [Path, OneBanner][] {
  const named = Object.entries(entries).map(([name, banner]): [Path, OneBanner] => [['entries', name], banner]);
  return own.text === undefined ? named : [[[], own], ...named];
}

type Found = readonly [message: string, fix: string];

/** The amount that was probably meant: one that the sentence has not yet. */
function amountFor(name: string, known: readonly string[], sentence: string): string {
  const left = known.filter((each) => !sentence.includes(`{${each}}`));
  return suggest(name, left.length > 0 ? left : known, 'add it to "coupons"');
}

/** What catalogs are judged for, too: letters, manner and currency of the language. */
function spoken(currency: string | undefined, language: string, sentence: string): Found | undefined {
  const words = sentence.replace(/\{\w+\}/g, '\ufffc');
  const wrong =
    wrongScript(language, 'banner', sentence.replace(/\{\w+\}/g, ' ')) ??
    mannerOf(language, words, () => undefined) ??
    (currency === undefined ? undefined : wrongCurrency(currency, language, words));
  return wrong && [`the banner ${wrong.message}`, wrong.fix];
}

function faultOf(
  line: ResolvedLine,
  currency: string | undefined,
  language: string,
  sentence: string,
): Found | undefined {
  const { coupons = {}, offers } = line.line;
  const plain = sentence.replace(/\{\w+\}/g, '');
  if (/\d/.test(plain)) {
    const known = Object.keys(coupons).map((name) => `{${name}}`);
    return ['an amount as a number: the line gives what "coupons" says', `write ${known.join(', ') || 'no amount'}`];
  }
  if (/[{}]/.test(plain)) return ['a brace that holds no name alone', 'write amounts as {newUser} and nothing more'];
  if (/<\/?\w/.test(plain)) return ['a tag: a banner is a plain sentence', 'delete the tag; "url" makes it a link'];
  for (const [, name = ''] of sentence.matchAll(/\{(\w+)\}/g)) {
    if (!Object.hasOwn(coupons, name))
      return [`unknown amount "${name}"`, amountFor(name, Object.keys(coupons), sentence)];
    if (offers?.phoneRegistration && FOR_A_PHONE.includes(name))
      return [
        `"${name}" is for binding a phone, and who registers here has bound it already`,
        'promise something else',
      ];
  }
  return spoken(currency, language, sentence);
}

/** Subjects of a condition that a banner can ask about: it stands on several screens. */
const ASKED = ['offer', 'stored', 'line', 'query', 'visit'];

/** The first test of something that a single screen knows. */
function misasked(condition: Condition | undefined, at: Path): [Path, ...Found] | undefined {
  if (condition === undefined) return undefined;
  for (const [name, part] of Object.entries(condition)) {
    const inner = Array.isArray(part) && name !== 'in' ? part : name === 'not' ? [part] : undefined;
    if (inner === undefined) {
      if (!['field', 'flag', 'flow'].includes(name)) continue;
      return [
        [...at, name],
        `a banner asks for a ${name}, which only one screen knows`,
        `ask for: ${ASKED.join(', ')}`,
      ];
    }
    for (const [index, each] of inner.entries()) {
      const found = misasked(each as Condition, name === 'not' ? [...at, name] : [...at, name, index]);
      if (found) return found;
    }
  }
  return undefined;
}

type Placed = readonly [at: Path, part: 'value' | 'key', ...Found];

function checkBanner(line: ResolvedLine, currency: string | undefined, { text = {}, ...banner }: OneBanner): Placed[] {
  const absent = (line.line.languages?.offered ?? []).filter((language) => text[language] === undefined);
  const wrong = timeFault(banner) ?? misasked(banner.when, ['when']);
  const fix = `add ${absent.map((each) => `"${each}"`).join(', ')}`;
  return [
    ...(absent.length > 0 ? [[['text'], 'key', `the banner says nothing in ${absent.join(', ')}`, fix] as const] : []),
    ...Object.entries(text).flatMap(([language, sentence]): Placed[] => {
      const found = faultOf(line, currency, language, sentence);
      return found ? [[['text', language], 'value', ...found]] : [];
    }),
    ...(wrong ? [[wrong[0], 'value', wrong[1], wrong[2]] as const] : []),
  ];
}

/** The line with the file of a banner as a document, so that faults are placed in it. */
const withFile = (line: ResolvedLine, file: SourceFile): ResolvedLine => ({
  ...line,
  documents: { ...line.documents, [DOCUMENT]: makeMerged(DOCUMENT, [file]) },
});

/** How screens take the banners of a file: the file's own, or one of those that it has by name. */
function takenOf(line: ResolvedLine, name: string): ReadonlySet<'own' | 'named'> {
  const blocks = Object.values(line.screens).flatMap((screen) => blocksOf(screen).map(({ block }) => block));
  return new Set(
    blocks.flatMap((block) =>
      block.block === 'banner' && `${block.file}.json` === name ? (block.entry === undefined ? 'own' : 'named') : [],
    ),
  );
}

/** A file says its banners as screens take them. */
function checkTaken(line: ResolvedLine, id: string, file: SourceFile, faults: Fault[]): void {
  const { text, entries } = file.value as Banner;
  const taken = takenOf(line, id);
  const name = `banner ${file.path}`;
  if (text !== undefined && taken.has('named') && !taken.has('own')) {
    const message = 'screens take a banner of this file by name, and this one has none';
    faults.push({ ...file.place(['text'], 'key'), message, fix: 'write it within "entries", under its name', name });
  } else if (entries !== undefined && taken.has('own') && !taken.has('named')) {
    const message = 'screens take the banner of this file itself, and none by name';
    faults.push({ ...file.place(['entries'], 'key'), message, fix: 'write "text" beside it, or delete it', name });
  }
}

export function checkBanners(sources: Sources, lines: readonly ResolvedLine[], faults: Fault[]): void {
  const broken = new Set(faults.map(({ file }) => file));
  for (const line of lines) {
    const counted = line.origin('line', ['currency']);
    // What is told of the currency itself is not told of each banner.
    const isMiscounted = faults.some((fault) => fault.file === counted?.file && fault.line === counted.line);
    const currency = isMiscounted ? undefined : line.line.currency;
    for (const [id, path] of Object.entries(line.registerStatic)) {
      const file = sources.files.get(path);
      if (!file || broken.has(path)) continue;
      checkTaken(line, id, file, faults);
      for (const [at, banner] of bannersOf(file.value as Banner)) {
        const found = checkBanner(line, currency, banner);
        for (const [inner, part, message, fix] of found)
          faults.push({ ...file.place([...at, ...inner], part), message, fix });
        if (banner.when === undefined || found.some(([[first]]) => first === 'when')) continue;
        if (path.startsWith(`lines/${line.name}/`) && !mayHold(banner.when, line)) {
          const message = `line ${line.name} never shows this banner: its condition holds on other lines`;
          faults.push({
            ...file.place([...at, 'when'], 'key'),
            message,
            fix: 'write what can be so here, or delete it',
          });
          continue;
        }
        const scope = makeScope(withFile(line, file), { [line.name]: line }, faults);
        checkCondition(scope, namesOf(scope), DOCUMENT, [...at, 'when'], banner.when);
      }
    }
  }
}
