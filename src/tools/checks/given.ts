/** What a line gives texts to name, coupons and contacts: which of it is misspelt, and who is to blame for what lacks. */
import { isDictionary } from '../documents.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { heightOf } from './blame.ts';
import { offerAt, testsOf } from './conditions.ts';
import { nearest } from './fault.ts';
import { wantedKeys } from './message-keys.ts';
import { amountsIn } from './money.ts';
import { parseMessage } from './parse-message.ts';
import { blocksOf, flowValues, type Scope } from './scope.ts';

type Lines = Readonly<Record<string, ResolvedLine>>;

const namedIn = once(
  ({ messages }: ResolvedLine): ReadonlySet<string> =>
    new Set(
      Object.values(messages).flatMap((texts) =>
        Object.values(texts).flatMap((text) => (String(text).match(/\{\w+/g) ?? []).map((found) => found.slice(1))),
      ),
    ),
);

/** Kinds of texts that speak of no visit: of the line itself, and to somebody who is on no page. No flow value is in them. */
export const WITHOUT_FLOW = /^(line|frame|early|mail|sms|voice|purposes)\./;

/** Of these also code gives them nothing that is somebody's own. */
const OF_LINE = /^(line|frame|early)\./;

const namedOfLine = once(
  ({ messages }: ResolvedLine): ReadonlySet<string> =>
    new Set(
      Object.values(messages).flatMap((texts) =>
        Object.entries(texts).flatMap(([key, text]) => (OF_LINE.test(key) ? [...parseMessage(text).params] : [])),
      ),
    ),
);

/** Whether a text names a contact, and means it: of what a flow value is called too that is so where there are none. */
const isNamed = (line: ResolvedLine, contact: string): boolean =>
  (flowValues(line).has(contact) ? namedOfLine(line) : namedIn(line)).has(contact);

/** Whether every language names something in a text. */
const isSaid = ({ messages }: ResolvedLine, key: string, name: string): boolean =>
  Object.values(messages).every((catalog) => catalog[key]?.includes(`{${name}}`));

/**
 * The coupon or contact that was meant to have a name, and that no text names: it was misspelt where it is written.
 * @param key the text that names it
 */
export function misspelt(
  line: ResolvedLine,
  name: string,
  all: Lines,
  key: string,
): readonly [section: 'coupons' | 'contacts', found: string] | undefined {
  const contacts = Object.keys(line.line.contacts ?? {}).filter((each) => !isNamed(line, each));
  const coupons = Object.keys(line.line.coupons ?? {}).filter((each) => !namedIn(line).has(each));
  const [coupon, contact] = [nearest(name, coupons), nearest(name, contacts)];
  if (coupon !== undefined) return ['coupons', coupon];
  if (contact !== undefined) return ['contacts', contact];
  if (WITHOUT_FLOW.test(key) && contacts[0] !== undefined && contacts.length === 1) return ['contacts', contacts[0]];
  // What other lines call so, and this one alone otherwise.
  const others = Object.values(all).filter((other) => other.name !== line.name);
  const has = (contact: string) => others.some((other) => other.line.contacts?.[contact] !== undefined);
  const odd =
    has(name) && isSaid(line, key, name) ? Object.keys(line.line.contacts ?? {}).filter((each) => !has(each)) : [];
  return odd[0] !== undefined && odd.length === 1 ? ['contacts', odd[0]] : undefined;
}

/** Names of all lines' coupons. */
export const couponsOf = once(
  (all: Lines): ReadonlySet<string> =>
    new Set(Object.values(all).flatMap(({ line }) => Object.keys(line.coupons ?? {}))),
);

/** The keys that a line shows without one of its offers. */
const without = once((line: ResolvedLine) => {
  const known = new Map<string, ReturnType<typeof wantedKeys>>();
  return (offer: string) => {
    const offers = { ...line.line.offers, [offer]: false };
    const found = known.get(offer) ?? wantedKeys({ ...line, line: { ...line.line, offers } });
    known.set(offer, found);
    return found;
  };
});

/** The offers without which a text is not shown; that of the coupon first. */
const offersOf = (line: ResolvedLine, key: string, name: string): readonly string[] =>
  Object.entries(line.line.offers ?? {})
    .flatMap(([offer, isOn]) => (isOn && without(line)(offer).get(key)?.shown !== true ? offer : []))
    .sort((a, b) => Number(b === `${name}Coupon`) - Number(a === `${name}Coupon`));

/**
 * Whether a text means a coupon that no line has any more: an offer is called after it, or every language has the currency
 * beside it.
 */
export function isLostCoupon({ line: { line, messages } }: Scope, key: string, name: string): boolean {
  const texts = Object.values(messages).flatMap((catalog) => catalog[key] ?? []);
  return line.offers?.[`${name}Coupon` as never] === true || texts.every((text) => amountsIn(text).includes(name));
}

/**
 * Tells of a coupon that a layer offers, and that no layer has.
 * @param naming what names it
 * @returns whether there is such a layer
 */
export function tellMissing(scope: Scope, naming: string, name: string, offer: string): boolean {
  const { line, all, reportAt } = scope;
  const there = line.origin('line', ['offers', offer])?.file;
  const file = line.documents.line?.files.find(({ path }) => path === there);
  if (couponsOf(all).has(name) || !file || !isDictionary(file.value) || !isDictionary(file.value.coupons)) return false;
  const message = `"${name}" is none of the coupons, and ${naming} names it, which "${offer}" offers`;
  const fix = `add "${name}" here, or write "${offer}": false in "offers"`;
  reportAt(file.place(['coupons'], 'key'), message, fix, `line coupons.${name}`);
  return true;
}

/** A text needs a coupon that the line has not: what offers it spoke last, or the coupons did. */
export function tellCoupon(scope: Scope, key: string, name: string): void {
  const { line } = scope;
  const offers = offersOf(line, key, name);
  const own = `line coupons.${name}`;
  if (offers[0] !== undefined && tellMissing(scope, `message "${key}"`, name, offers[0])) return;
  const taken = (line.documents.line?.files ?? []).findLast(({ value }) => {
    const { coupons } = (value ?? {}) as { readonly coupons?: Readonly<Record<string, unknown>> };
    return coupons?.[name] === null;
  });
  const taking = taken?.place(['coupons', name]);
  const offer = offers.find(
    (each) => heightOf(line, line.origin('line', ['offers', each])) >= heightOf(line, taking ?? line.origin('line')),
  );
  if (offer === undefined) {
    const [other] = offers;
    const fix = other === undefined ? 'do not offer what the message tells of' : `write "${other}": false in "offers"`;
    const message = `message "${key}" needs {${name}}, and this line has no such coupon`;
    scope.lack('line', ['coupons'], message, `add "${name}" to "coupons", or ${fix}`, 'value', own);
    return;
  }
  const where = taking === undefined ? 'is none of the coupons' : `is deleted (line ${taking.line})`;
  const message = `"${offer}" is offered, and its amount "${name}" ${where}`;
  scope.lack('line', ['offers', offer], message, `write false, or give "${name}" in "coupons"`, 'key', own);
}

/** Whether a contact lacks that other lines have: a layer below names it, or every language does. */
export function isLostContact({ line, all }: Scope, document: string, key: string, name: string): boolean {
  const isBelow = heightOf(line, line.origin(document, [key])) < line.layers.length - 1;
  return (
    (isBelow || isSaid(line, key, name)) &&
    Object.values(all).some((other) => other.line.contacts?.[name] !== undefined)
  );
}

/** Fewer lacking amounts of a text may be one that was misspelt. */
const ALL_LACK = 3;

/**
 * Tells of a text that one offer shows and whose amounts are all another offer's: whoever wrote its condition meant that.
 * @returns whether it is so
 */
export function tellOffer(scope: Scope, key: string, params: ReadonlySet<string>): boolean {
  const { line, all, report } = scope;
  const [, id = '', text] = /^screens\.([^.]+)\.texts\.([^.]+)$/.exec(key) ?? [];
  const screen = line.screens[id];
  const lacking = [...params].filter((name) => couponsOf(all).has(name) && line.line.coupons?.[name] === undefined);
  if (screen === undefined || lacking.length < ALL_LACK || lacking.length < params.size) return false;
  const placed = blocksOf(screen).find(({ block }) => block.block === 'text' && block.id === text);
  const [asked, ...others] = testsOf(placed?.block.when).flatMap(({ offer }) => offer ?? []);
  if (placed === undefined || asked === undefined || others.length > 0) return false;
  const having = Object.values(all).filter(({ line: { coupons } }) => lacking.every((name) => coupons?.[name]));
  const offers = Object.keys(line.line.offers ?? {}) as (keyof typeof line.line.offers)[];
  const fitting = offers.filter((offer) =>
    Object.values(all).every((each) => having.includes(each) === (each.line.offers?.[offer] === true)),
  );
  const meant = fitting.find((offer) => lacking.some((name) => offer.startsWith(name))) ?? fitting[0];
  if (meant === undefined || meant === asked || having.length === 0) return false;
  const message = `text "${text}" is shown where "${asked}" is offered, and names only amounts that lines with "${meant}" have`;
  report(
    `screens/${id}`,
    offerAt(placed.block.when, asked, [...placed.at, 'when']) ?? placed.at,
    message,
    `write "${meant}"`,
  );
  return true;
}
