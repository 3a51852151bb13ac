/** Checks the branches of `select` and `plural`: each is one that the value can take, and languages name them alike. */
import type { ResolvedLine } from '../resolve.ts';
import { heightOf } from './blame.ts';
import { type Domain, mayBeText, ofFlow, textsOf } from './domains.ts';
import { suggest } from './fault.ts';
import { tellKept } from './kept-constants.ts';
import type { Parsed } from './parse-message.ts';
import { flowValues, type Scope } from './scope.ts';

interface Said {
  readonly language: string;
  readonly message: Parsed;
}

/** Branches that any value may take: what there is none of, and all else. */
const ANY: readonly string[] = ['absent', 'other'];

/** Whether a branch is taken by no value on any line. */
function isNever({ line, all, lines }: Scope, name: string, branch: string): boolean {
  if (ANY.includes(branch)) return false;
  const no = (domain: Domain): boolean => domain !== undefined && !mayBeText(domain, branch);
  const own = ofFlow(line, name);
  const other = (each: ResolvedLine | undefined): boolean => each !== undefined && no(ofFlow(each, name));
  return own !== undefined && own.length > 0 && no(own) && lines.every((each) => other(all[each]));
}

/** Branches of a language that no other one has, while it lacks one that all others have. */
function oddBranches(name: string, of: Said, said: readonly Said[]): { odd: string[]; lacking: string[] } {
  const own = of.message.selects.get(name) ?? new Set<string>();
  const others = said.flatMap((each) => (each === of ? [] : (each.message.selects.get(name) ?? [])));
  const lacking = [...(others[0] ?? [])].filter((each) => !own.has(each) && others.every((other) => other.has(each)));
  const odd = [...own].filter((each) => others.every((other) => !other.has(each)));
  return { odd, lacking };
}

/** Kinds of numbers that a language tells apart. */
const kindsOf = (language: string, type: Intl.PluralRuleType): readonly string[] =>
  new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;

/** Checks the branches of plurals: of each language's numbers, none is of a kind that only others have. */
export function checkCounts(scope: Scope, key: string, said: readonly Said[]): void {
  for (const { language, message } of said) {
    const strange = message.counts.find(
      ({ type, branch }) => !branch.startsWith('=') && !kindsOf(language, type).includes(branch),
    );
    if (strange === undefined) continue;
    const { name, type, branch } = strange;
    const kinds = kindsOf(language, type);
    const told = `branch "${branch}" of {${name}} in "${key}" is never taken: numbers in ${language} are ${kinds.join(' or ')}`;
    const fix = kinds.length > 1 ? `write one of: ${kinds.join(', ')}, or =0 for one number` : 'write other alone';
    scope.report(`messages/${language}`, [key], told, fix);
  }
}

/** Checks that it makes a difference which branch is taken: of two that say the same one was copied, or lost its ending. */
export function checkIdle(scope: Scope, key: string, said: readonly Said[]): void {
  for (const { language, message } of said) {
    const [name] = message.idle;
    if (name === undefined) continue;
    const told = `all branches of {${name}} in "${key}" say the same`;
    const fix = message.counts.some((each) => each.name === name)
      ? 'write in "other" what is said of several, or other alone'
      : 'write what each is to say, or the sentence without branches';
    scope.report(`messages/${language}`, [key], told, fix);
  }
}

/** @param given parameters of the text that are no flow values, whatever they are called */
export function checkSelects(scope: Scope, key: string, said: readonly Said[], given: () => ReadonlySet<string>): void {
  const having = said.filter(({ message }) => message.selects.size > 0);
  if (having.length === 0) return;
  const { line } = scope;
  const report = ({ language }: Said, name: string, branch: string, fix: string): void =>
    scope.report(`messages/${language}`, [key], `branch "${branch}" of {${name}} in "${key}" is never taken`, fix);
  const asElsewhere = (of: Said, branch: string): string =>
    `write "${branch}", as in ${having.flatMap((each) => (each === of ? [] : each.language)).join(', ')}`;
  for (const name of new Set(having.flatMap(({ message }) => [...message.selects.keys()]))) {
    const isFlow = flowValues(line).has(name) && !given().has(name);
    const wrong = having.flatMap((of) =>
      [...(of.message.selects.get(name) ?? [])].flatMap((branch) =>
        isFlow && isNever(scope, name, branch) ? [{ of, branch }] : [],
      ),
    );
    for (const { of, branch } of wrong) {
      // What every language says is meant.
      const isEverywhere = having.length > 1 && having.every(({ message }) => message.selects.get(name)?.has(branch));
      if (isEverywhere && tellKept(scope, name, branch)) continue;
      const known = [...textsOf(ofFlow(line, name)), 'absent'].filter((each) => each !== '');
      const [meant] = oddBranches(name, of, having).lacking;
      const isMeant = meant !== undefined && !isNever(scope, name, meant);
      report(
        of,
        name,
        branch,
        isMeant ? asElsewhere(of, meant) : suggest(branch, known, `write one of: ${known.join(', ')}`),
      );
    }
    if (wrong.length > 0) continue;
    const odd = having.flatMap((of) => {
      const found = oddBranches(name, of, having);
      return found.odd.length > 0 && found.lacking.length > 0 ? [{ of, ...found }] : [];
    });
    // Of two languages the one that does not know what is absent is at fault, else the upper layer, else the later one.
    const height = ({ language }: Said) => heightOf(line, line.origin(`messages/${language}`, [key]));
    const [first] = odd.sort(
      (a, b) =>
        Number(b.lacking.includes('absent')) - Number(a.lacking.includes('absent')) ||
        height(b.of) - height(a.of) ||
        having.indexOf(b.of) - having.indexOf(a.of),
    );
    if (first !== undefined) {
      report(first.of, name, first.odd[0] ?? '', asElsewhere(first.of, first.lacking[0] ?? ''));
    }
  }
}
