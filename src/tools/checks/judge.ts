/** What one line means, beyond grammar; judged once however often it is asked, and only as far as nothing more basic is wrong. */
import { areSame, once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { textsOfVariant, type Variant, variantsOf } from '../variants.ts';
import { checkAccounts } from './account.ts';
import { checkAddressed } from './addresses.ts';
import { checkExamples } from './amounts.ts';
import { checkApi } from './api.ts';
import { checkCalls } from './calls.ts';
import { checkErrors, checkStored } from './catalogue.ts';
import { checkCompanions } from './companions.ts';
import { checkConfirms } from './confirms.ts';
import { checkStarted } from './countdowns.ts';
import { checkDescribed } from './described.ts';
import { checkEnums } from './enums.ts';
import { checkErrorFields } from './error-fields.ts';
import { checkExtras } from './extras.ts';
import { basic, type Fault } from './fault.ts';
import { checkField } from './fields.ts';
import { checkFlow } from './flow.ts';
import { checkHeaderSets } from './header-sets.ts';
import { type LineTexts, type Missing, missingOf } from './keys.ts';
import { kindOf } from './kinds.ts';
import { checkLine } from './line.ts';
import { checkLogins } from './logins.ts';
import { checkManners } from './manners-of-events.ts';
import { checkForwards, checkMeant } from './meant.ts';
import type { WantedKey } from './message-keys.ts';
import { checkMessages } from './messages.ts';
import { checkMisfired } from './misfired.ts';
import { checkPages } from './pages.ts';
import { checkPersons } from './persons.ts';
import { checkPhone } from './phones.ts';
import { checkProofs } from './proofs.ts';
import { checkProviders } from './providers.ts';
import { checkPurposes } from './purposes.ts';
import { checkCodeDigits, checkLabel, checkLinks, checkListed } from './said-of-fields.ts';
import { makeScope, type Scope } from './scope.ts';
import { checkScreen } from './screens.ts';
import { checkSecret } from './secrets.ts';
import { checkSends } from './sends.ts';
import { checkTheme } from './theme.ts';
import { checkTold } from './told.ts';
import { checkUngiven } from './ungiven.ts';
import { namesOf } from './values.ts';
import { checkVariants } from './variants.ts';
import { checkWire } from './wire.ts';

/** What is judged line by line. */
function checkOwn(scope: Scope): void {
  checkLine(scope);
  checkForwards(scope);
  checkTheme(scope);
}

/** What lines of one kind have in common. */
function checkCommon(scope: Scope): void {
  const { line } = scope;
  checkProviders(scope);
  const names = namesOf(scope);
  for (const [id, field] of Object.entries(line.fields)) {
    checkField(scope, names, id, field);
    checkDescribed(scope, id, field);
    checkListed(scope, id, field);
    checkLinks(scope, id, field);
    checkLabel(scope, id);
    checkSecret(scope, id, field);
    checkPhone(scope, id, field);
    checkCompanions(scope, id, field);
  }
  for (const [id, screen] of Object.entries(line.screens)) {
    checkScreen(scope, names, id, screen);
    checkExamples(scope, id);
    checkManners(scope, id, screen);
  }
  checkCodeDigits(scope);
  checkFlow(scope, names);
  checkCalls(scope, names);
  checkErrors(scope, names);
  checkStored(scope, names);
  checkApi(scope, names);
  checkExtras(scope);
  checkEnums(scope);
  checkWire(scope);
  checkSends(scope, checkMisfired(scope));
  checkPages(scope);
  checkLogins(scope);
  checkPersons(scope);
  checkAddressed(scope);
  checkStarted(scope);
  checkPurposes(scope);
  checkErrorFields(scope);
  // What these miss may be there under a name that is written wrongly.
  const following: Scope = { ...scope, report: scope.lack };
  checkAccounts(following);
  checkConfirms(following);
  checkUngiven(following);
  checkTold(following);
  checkProofs(following);
  checkMeant(following);
  checkHeaderSets(following);
}

/** Texts of a line: what it needs, and what it lacks of that. */
interface Texts {
  readonly wanted: Map<string, WantedKey>;
  readonly missing: Missing[];
}

/** What the line means to those who see a variant of a screen, and the texts that this takes besides. */
function checkVariant({ id, screen, name, line }: Variant, { line: whole, all, lines }: Scope, texts: Texts): Fault[] {
  const found: Fault[] = [];
  const scope = makeScope(line, all, found, lines);
  checkCommon(scope);
  if (found.length > 0) return found;
  const [ofScreen, prefix] = [`screens.${screen}.`, textsOfVariant(screen, name)];
  const document = `screens/${id}`;
  const wanted = [...checkMessages(scope).values()].map((each) =>
    each.document === `screens/${screen}` ? { ...each, document } : each,
  );
  const own = wanted.flatMap((each) =>
    each.key.startsWith(ofScreen)
      ? [{ ...each, document, key: `${prefix}${each.key.slice(ofScreen.length)}`, required: false }]
      : [],
  );
  for (const each of [...wanted, ...own]) if (!texts.wanted.has(each.key)) texts.wanted.set(each.key, each);
  const missing = [...missingOf(line, wanted), ...missingOf(whole, own)];
  texts.missing.push(...missing.filter(({ key }) => texts.missing.every((other) => other.key !== key)));
  return found;
}

export interface Judged extends LineTexts {
  readonly faults: readonly Fault[];
}

/** What lines are judged by besides themselves. */
const othersOf = once((all: Readonly<Record<string, ResolvedLine>>) => ({
  keys: Object.keys(all).join(),
  others: Object.values(all).map(({ line }) => line),
}));

const listed = once((names: readonly string[]): string => names.join());

/** By the kind of line, what was found of one that has no fault. */
export type Sound = Map<string, Judged>;

type Kept = { readonly by: readonly string[]; readonly others: readonly unknown[] } & Judged;

/** Lines as judged before, with what they are judged by besides themselves. */
const judged = new WeakMap<ResolvedLine, Kept>();

/**
 * Checks what one line means. One that was judged before, among the same `line.json` of the others, is not judged again.
 * @param all the lines whose `line.json` can be compared with
 * @param names of all lines, also of those that cannot be read
 * @param sound what was found of lines of each kind among these lines; a sound one is added
 */
export function judgeLine(
  line: ResolvedLine,
  all: Readonly<Record<string, ResolvedLine>>,
  names: readonly string[],
  sound: Sound,
): Judged {
  const { keys, others } = othersOf(all);
  const by = [keys, listed(names)];
  const before = judged.get(line);
  if (before && areSame(before.by, by) && areSame(before.others, others)) return before;
  const found: Fault[] = [];
  const scope = makeScope(line, all, found, names);
  checkOwn(scope);
  const kind = kindOf(line);
  const twin = found.length === 0 ? sound.get(kind) : undefined;
  if (twin !== undefined) return keep({ by, others, ...twin, line });
  checkCommon(scope);
  checkVariants(scope);
  // What texts lack may follow from what is wrong already, and is not told.
  const isWrong = found.some(({ follows }) => !follows);
  const wanted = new Map(isWrong ? [] : checkMessages(scope));
  const missing = missingOf(line, wanted.values());
  // What is wrong of a screen is wrong of its variants.
  if (found.length === 0)
    for (const variant of variantsOf(line)) found.push(...checkVariant(variant, scope, { wanted, missing }));
  const hidden = [...wanted.values()].flatMap(({ key, shown }) => (shown ? [] : key));
  const result = { by, others, line, faults: basic(found), wanted: [...wanted.keys()], hidden, missing };
  if (found.length === 0 && missing.length === 0) sound.set(kind, result);
  return keep(result);

  function keep(result: Kept): Judged {
    judged.set(line, result);
    return result;
  }
}
