/** Checks the message catalogs: keys, syntax, and that every language says the same things. */
import type { ResolvedLine } from '../resolve.ts';
import { heightOf } from './blame.ts';
import { checkTitle, compareSense } from './contrary.ts';
import { nearest, suggest } from './fault.ts';
import { couponsOf, isLostContact, isLostCoupon, misspelt, tellCoupon, tellOffer, WITHOUT_FLOW } from './given.ts';
import { isOfLost, missingOf } from './keys.ts';
import { checkLinkWords } from './link-words.ts';
import { type WantedKey, wantedKeys } from './message-keys.ts';
import { amountsIn, currencyFix } from './money.ts';
import { compareNumbers } from './numbers.ts';
import { type Parsed, parseMessage } from './parse-message.ts';
import { checkQuoted } from './quoted.ts';
import { flowValues, type Scope } from './scope.ts';
import { checkCounts, checkIdle, checkSelects } from './selects.ts';
import { checkSteps } from './steps.ts';

/** Rich tags besides the names of the line's links. */
const TAGS = ['b', 'link'];

/** Parameters of a message with a code, and of one that tells an owner something. */
const OF_CODES = ['code', 'purpose', 'minutes'];
const OF_ACCOUNTS = ['email', 'phone', 'username', 'oldUsername', 'provider', 'member', 'device', 'time'];

/** Parameters that code gives, by the beginning of the key. */
const GIVEN: readonly (readonly [prefix: string, params: readonly string[]])[] = [
  ['fields.', ['minLength', 'maxLength', 'minItems', 'maxItems']],
  ['errors.', ['requestId', 'seconds', 'time', 'when', 'offered']],
  ['screens.', ['seconds', 'time']],
  ['frame.', ['screen', 'seconds', 'language']],
  ['widgets.', ['seconds', 'rule', 'area', 'region', 'count', 'phone', 'field', 'action', 'name']],
  ['captcha.', ['seconds']],
  ['early.', ['site']],
  ['mail.', [...OF_CODES, ...OF_ACCOUNTS, 'link', 'hours', 'place']],
  ['sms.', [...OF_CODES, ...OF_ACCOUNTS]],
  ['voice.', OF_CODES],
];

/**
 * Parameters that every message of a line has. What some line gives as a coupon no line may leave to a flow value of the same
 * name, which is there only after some answers.
 */
function commonParams(line: ResolvedLine, all: Readonly<Record<string, ResolvedLine>>) {
  const ofLine = new Set([
    ...Object.keys(line.line.limits ?? {}),
    ...Object.keys(line.line.coupons ?? {}),
    ...Object.keys(line.line.contacts ?? {}),
    'brand',
    'currency',
    'otherSite',
  ]);
  const ofFlow = flowValues(line);
  return {
    names: [...ofLine, ...ofFlow],
    has: (key: string, name: string): boolean =>
      ofLine.has(name) || (ofFlow.has(name) && !WITHOUT_FLOW.test(key) && !couponsOf(all).has(name)),
  };
}

type Common = ReturnType<typeof commonParams>;

/** Parameters that code or a failed answer gives, whatever the flow has by these names. */
function givenTo(line: ResolvedLine, key: string): string[] {
  const given = GIVEN.filter(([prefix]) => key.startsWith(prefix)).flatMap(([, params]) => params);
  if (!key.startsWith('errors.')) return given;
  for (const [code, entry] of Object.entries(line.errors.codes ?? {})) {
    if (key === `errors.${code}` || key.startsWith(`errors.${code}.`)) given.push(...Object.keys(entry.params ?? {}));
  }
  return given;
}

function paramsOf(line: ResolvedLine, key: string): string[] {
  const [kind, id = ''] = key.split('.');
  const given = givenTo(line, key);
  if (kind === 'screens') {
    for (const state of Object.values(line.screens[id]?.states ?? {})) given.push(...Object.keys(state.params ?? {}));
  }
  return given;
}

/** Checks one line's resolved catalogs against what the line needs, and gives that. */
export function checkMessages(scope: Scope): ReadonlyMap<string, WantedKey> {
  const { line } = scope;
  checkSteps(scope);
  const wanted = wantedKeys(line);
  const catalogs = (line.line.languages?.offered ?? []).flatMap((language) => {
    const catalog = line.messages[language];
    return catalog ? [{ language, catalog }] : [];
  });
  const common = commonParams(line, scope.all);
  for (const { key } of wanted.values())
    for (const { language, catalog } of catalogs) checkLinkWords(scope, language, key, catalog[key] ?? '');
  const lost = new Set(missingOf(line, wanted.values()).flatMap(({ homes }) => homes));
  for (const key of wanted.values()) compareLanguages(scope, key, catalogs, common, lost);
  return wanted;
}

interface Said {
  readonly language: string;
  readonly message: Parsed;
}

/** How far up the layer stands that says a text: what is above was written with the other in mind. */
const height = ({ line }: Scope, key: string, language: string): number =>
  heightOf(line, line.origin(`messages/${language}`, [key]));

/** @param lost catalogs that lack texts: what a layer below says in their place is not to be compared */
function compareLanguages(
  scope: Scope,
  { key, shown }: WantedKey,
  catalogs: readonly { language: string; catalog: Readonly<Record<string, string>> }[],
  common: Common,
  lost: ReadonlySet<string>,
): void {
  const said = catalogs.flatMap(({ language, catalog }): Said[] => {
    const text = catalog[key];
    if (typeof text !== 'string') return [];
    const message = parseMessage(text);
    return message.error === undefined && message.damage === undefined ? [{ language, message }] : [];
  });
  // A name that nothing gives is told by itself; what it was written for is not missing besides.
  const known = said.filter(({ language, message }) => {
    const meant = () => said.flatMap((other) => [...other.message.params]).filter((name) => !message.params.has(name));
    return checkParams(scope, `messages/${language}`, key, shown, message, common, meant);
  });
  if (known.length < said.length || isOfLost(scope.line, key, said, lost)) return;
  if (said.some(({ message }) => message.params.size > 0)) compareAmounts(scope, key, catalogs);
  compareNumbers(scope, key, said);
  compareSense(scope, key, said);
  checkTitle(scope, key, said);
  checkQuoted(scope, key, said);
  checkCounts(scope, key, said);
  checkIdle(scope, key, said);
  checkSelects(scope, key, said, () => new Set(givenTo(scope.line, key)));
  if (said.every(({ message }) => message.signature === said[0]?.message.signature)) return;
  const lacking = KINDS.map((kind) => compareNames(scope, key, said, kind));
  // A piece that was lost took its tags along.
  if (!lacking.includes(true)) compareCounts(scope, key, said);
}

/** What is an amount in one language, with its currency, is one in the others. */
function compareAmounts(
  scope: Scope,
  key: string,
  catalogs: readonly { language: string; catalog: Readonly<Record<string, string>> }[],
): void {
  const said = catalogs.map(({ language, catalog }) => ({ language, text: String(catalog[key] ?? '') }));
  const amounts = new Map(said.map(({ language, text }) => [language, new Set(amountsIn(text))]));
  for (const name of new Set([...amounts.values()].flatMap((names) => [...names]))) {
    const bare = said.find(({ language, text }) => text.includes(`{${name}}`) && !amounts.get(language)?.has(name));
    if (bare === undefined) continue;
    const having = said.filter(({ language }) => amounts.get(language)?.has(name)).map(({ language }) => language);
    const message = `message "${key}" says {${name}} without its currency, which ${having.join(', ')} has`;
    scope.lack(`messages/${bare.language}`, [key], message, currencyFix(scope.line.line.currency, bare.language));
    return;
  }
}

type Kind = readonly [what: string, namesOf: (message: Parsed) => ReadonlySet<string>, open: string, close: string];

const KINDS: readonly Kind[] = [
  ['placeholder', (message) => message.params, '{', '}'],
  ['rich tag', (message) => message.tags, '<', '>'],
];

/** Two languages that name one thing each that the other does not: the one whose name is not of such a text has it from another. */
function tellCopied(scope: Scope, key: string, said: readonly Said[], [, namesOf, open, close]: Kind): boolean {
  const alone = said.map(({ language, message }) => {
    const others = said.filter((other) => other.language !== language);
    const names = [...namesOf(message)].filter((name) => !others.some((other) => namesOf(other.message).has(name)));
    const words = names.map((name) => /^[a-z]+/.exec(name)?.[0] ?? name);
    return { language, names, isAtHome: words.some((word) => key.toLowerCase().includes(word)) };
  });
  const [right, wrong] = [alone.find(({ isAtHome }) => isAtHome), alone.find(({ isAtHome }) => !isAtHome)];
  if (alone.length !== 2 || !right || !wrong || alone.some(({ names }) => names.length !== 1)) return false;
  if (height(scope, key, wrong.language) < height(scope, key, right.language)) return false;
  const [theirs, ours] = [right, wrong].map(({ names }) => `${open}${names[0]}${close}`);
  const message = `"${key}" says ${ours}, and ${right.language} says ${theirs}`;
  scope.lack(`messages/${wrong.language}`, [key], message, `write ${theirs}`);
  return true;
}

/** What some languages name and others do not, told of those that are fewer, else of the upper layer, else of what lacks it. */
function compareNames(scope: Scope, key: string, said: readonly Said[], kind: Kind): boolean {
  if (tellCopied(scope, key, said, kind)) return true;
  const [what, namesOf, open, close] = kind;
  const all = new Set(said.flatMap(({ message }) => [...namesOf(message)]));
  const highest = (some: readonly Said[]) => Math.max(...some.map(({ language }) => height(scope, key, language)));
  const listed = (some: readonly Said[]) => some.map(({ language }) => language).join(', ');
  const show = (names: readonly string[]) => names.map((name) => `${open}${name}${close}`).join(', ');
  const odd = new Map<
    string,
    { readonly of: Said; readonly others: readonly Said[]; readonly isExtra: boolean; names: string[] }
  >();
  for (const name of all) {
    const having = said.filter(({ message }) => namesOf(message).has(name));
    const lacking = said.filter((each) => !having.includes(each));
    if (lacking.length === 0) continue;
    const isExtra =
      having.length < lacking.length || (having.length === lacking.length && highest(having) > highest(lacking));
    const [wrong, others] = isExtra ? [having, lacking] : [lacking, having];
    for (const of of wrong) {
      const id = `${of.language} ${listed(others)} ${isExtra}`;
      const before = odd.get(id) ?? { of, others, isExtra, names: [] };
      before.names.push(name);
      odd.set(id, before);
    }
  }
  for (const { of, others, isExtra, names } of odd.values()) {
    const message = isExtra
      ? `${what} ${show(names)} of "${key}" is missing in ${listed(others)}`
      : `${what} ${show(names)} of ${listed(others)} is missing in "${key}"`;
    const bare = names.filter((name) => new RegExp(`\\b${name}\\b`).test(of.message.bare));
    const fix = isExtra
      ? `take it out here, or write it in ${listed(others)} too`
      : bare.length > 0
        ? `write ${show(bare)} for the word without braces`
        : `write ${show(names)} in this language too`;
    scope.lack(`messages/${of.language}`, [key], message, fix);
  }
  return odd.size > 0;
}

/** The same tags, and one of them more often in one language: the other lost a pair of them. */
function compareCounts(scope: Scope, key: string, said: readonly Said[]): void {
  const counted = said.flatMap(({ language, message: { tagList } }) => (tagList ? [{ language, tagList }] : []));
  const [first, ...others] = counted;
  if (!first || counted.length < said.length) return;
  for (const tag of new Set(first.tagList)) {
    const count = ({ tagList }: { tagList: readonly string[] }) => tagList.filter((each) => each === tag).length;
    for (const other of others) {
      if (count(other) === count(first) || count(other) === 0) continue;
      const [less, more] = count(other) < count(first) ? [other, first] : [first, other];
      const message = `rich tag <${tag}> stands in "${key}" ${count(less)} times, and ${count(more)} times in ${more.language}`;
      scope.lack(`messages/${less.language}`, [key], message, `write <${tag}> around the same words`);
      return;
    }
  }
}

/** Whether everything that a text names can be given; reports what cannot. */
function checkParams(
  scope: Scope,
  document: string,
  key: string,
  shown: boolean,
  message: Parsed,
  common: Common,
  meant: () => readonly string[],
): boolean {
  let isKnown = true;
  const { line, all, lines } = scope;
  // A line that cannot be read may have coupons that the base speaks of.
  const isBlind = (): boolean => lines.some((name) => !all[name]);
  if (shown && message.params.size > 0 && tellOffer(scope, key, message.params)) return false;
  for (const name of message.params) {
    if (common.has(key, name)) continue;
    const given = paramsOf(line, key);
    const isGivenElsewhere = couponsOf(all).has(name);
    // A preview's example of a coupon is what the line gives.
    if (given.includes(name) && !isGivenElsewhere) continue;
    const isCoupon = isGivenElsewhere || (!isBlind() && isLostCoupon(scope, key, name));
    const wrong = misspelt(line, name, all, key);
    // Elsewhere it may be misspelt too; of all lines that is asked only where nothing simpler tells.
    const isOthers = (): boolean =>
      isCoupon || isBlind() || Object.values(all).some((other) => misspelt(other, name, all, key));
    if (!shown && !wrong && isOthers()) continue;
    isKnown = false;
    if (wrong) {
      const what = wrong[0] === 'coupons' ? 'coupon' : 'contact';
      scope.report('line', [...wrong], `no text names ${what} "${wrong[1]}"`, `write "${name}"`, 'key');
    } else if (isCoupon) tellCoupon(scope, key, name);
    else if (isLostContact(scope, document, key, name)) {
      const text = `message "${key}" needs {${name}}, and this line has no such contact`;
      scope.lack('line', ['contacts'], text, `add "${name}" to "contacts"`, 'key', `contact ${name}`);
    } else {
      const others = meant();
      const [other] = others;
      const otherwise = other === undefined ? 'use a parameter of this message' : `write "${other}"`;
      const near = nearest(name, others);
      const close = (near ? `write "${near}"` : suggest(name, [...given, ...common.names], otherwise)).replace(
        /^write "(.*)"$/,
        'write {$1}',
      );
      scope.lack(document, [key], `unknown placeholder {${name}} in "${key}"`, close);
    }
  }
  if (message.tags.size === 0) return isKnown;
  const tags = [...TAGS, ...Object.keys(line.line.links ?? {})];
  for (const tag of message.tags) {
    if (!tags.includes(tag)) {
      isKnown = false;
      const close = suggest(tag, tags, `write one of: ${tags.join(', ')}`).replace(/^write "(.*)"$/, 'write <$1>');
      scope.report(document, [key], `unknown rich tag <${tag}> in "${key}"`, close);
    }
  }
  return isKnown;
}
