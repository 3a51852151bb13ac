/**
 * Compares data with the grammars of `schemas/config`. Does what Ajv does with them, with two additions: a layer
 * may leave anything out and delete with null, and a union is entered by its discriminator, so that one mistake
 * gives one fault.
 */

import { isDictionary } from '../documents.ts';
import type { Path } from '../load.ts';
import { nearest, suggest } from './fault.ts';
import { enterPatch, type Walker } from './list-patches.ts';
import { CONNECTIVES, DEEP, elsewhere, FORMER, instead, meant, remedy, textHome, untagged } from './mends.ts';
import { inPattern, wrongNumber, wrongText } from './scalars.ts';
import { fits, type GrammarFault, type Grammars, quote, type Schema, TYPE_WORDS, titleOf, typeOf } from './schema.ts';
import { branches, known, marks, marksOf, regexp, titles } from './schema-facts.ts';

export interface GrammarOptions {
  /** The value is a layer: nothing is required, null deletes. */
  readonly patch?: boolean;
  /** What the layers below make of it, to tell the branch of a union that the layer itself does not name. */
  readonly merged?: unknown;
}

/** Checks one value against the grammar `name` and gives every fault. */
export function checkGrammar(
  grammars: Grammars,
  name: string,
  value: unknown,
  options: GrammarOptions = {},
): GrammarFault[] {
  const faults: GrammarFault[] = [];
  const root = grammars[name];
  if (root) new Walk(grammars, faults, root).enter(root, value, [], options.patch ?? false, options.merged);
  return faults;
}

class Walk {
  readonly #grammars: Grammars;
  readonly #faults: GrammarFault[];
  /** What the whole file is. */
  readonly #root: Schema;
  readonly #walker: Walker = {
    resolve: (schema) => this.#resolve(schema),
    enter: (...of) => this.enter(...of),
    refuse: (...what) => this.#refuse(...what),
  };

  constructor(grammars: Grammars, faults: GrammarFault[], root: Schema) {
    this.#root = root;
    this.#grammars = grammars;
    this.#faults = faults;
  }

  #report(at: Path, message: string, fix: string, part: 'value' | 'key' = 'value'): void {
    this.#faults.push({ at, part, message, fix, breaks: false });
  }

  /** Reports a value of another shape than readers rely on. */
  #refuse(at: Path, message: string, fix: string, part: 'value' | 'key' = 'value', rivals?: readonly string[]): void {
    this.#faults.push({ at, part, message, fix, breaks: true, ...(rivals && { rivals }) });
  }

  #resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const [file = '', name = ''] = schema.$ref.split('#/definitions/');
    const found = this.#grammars[file]?.definitions?.[name];
    if (!found) throw new Error(`grammar refers to ${schema.$ref}, which does not exist`);
    return this.#resolve(found);
  }

  enter(given: Schema, value: unknown, at: Path, patch: boolean, merged: unknown): void {
    const schema = this.#resolve(given);
    if (patch && value === null && at.length > 0) return;
    if (enterPatch(this.#walker, schema, value, at, patch ? merged : undefined)) return;
    if (schema.anyOf) {
      const branch = this.#branch(schema, value, at, patch, merged);
      if (branch) this.enter(branch, value, at, patch, merged);
      return;
    }
    const title = known(titles, schema, () => titleOf(schema));
    if (schema.const !== undefined && value !== schema.const) {
      this.#refuse(at, `${quote(at.at(-1))} is ${quote(value)}`, `write ${quote(schema.const)}`);
      return;
    }
    if (schema.type !== undefined) {
      const wanted = [schema.type].flat();
      if (!fits(typeOf(value), wanted)) {
        this.#mistyped(schema, title, wanted, value, at);
        return;
      }
    }
    if (schema.enum && !schema.enum.includes(value)) {
      this.#report(
        at,
        `unknown ${title} ${quote(value)}`,
        typeof value === 'string'
          ? instead(title, value, schema.enum.map(String))
          : `write one of: ${schema.enum.map(quote).join(', ')}`,
      );
      return;
    }
    if (typeof value === 'string' || typeof value === 'number') this.#scalar(schema, title, value, at);
    else if (Array.isArray(value)) this.#list(schema, title, value, at);
    else if (isDictionary(value)) this.#object(schema, title, value, at, patch, merged);
  }

  #mistyped(schema: Schema, title: string, wanted: readonly string[], value: unknown, at: Path): void {
    const [name] = schema.required ?? [];
    const inner = name === undefined ? undefined : schema.properties?.[name];
    const takesText = inner && fits('string', [this.#resolve(inner).type ?? 'string'].flat());
    const fix = meant(value, wanted, { title, at, ...(takesText && { name }) });
    this.#refuse(at, `${title} is ${TYPE_WORDS[typeOf(value)] ?? typeOf(value)}`, fix);
  }

  #scalar(schema: Schema, title: string, value: string | number, at: Path, part: 'value' | 'key' = 'value'): void {
    const wrong = typeof value === 'string' ? wrongText(schema, title, value) : wrongNumber(schema, title, value);
    if (wrong) this.#report(at, wrong.message, wrong.fix, part);
  }

  #list(schema: Schema, title: string, value: readonly unknown[], at: Path): void {
    if (schema.minItems !== undefined && value.length < schema.minItems) {
      this.#report(at, `${title}: too few entries`, `write at least ${schema.minItems}`);
    }
    if (schema.maxItems !== undefined && value.length > schema.maxItems) {
      this.#report(at, `${title}: too many entries`, `write at most ${schema.maxItems}`);
    }
    const seen = new Set<string>();
    for (const [index, item] of value.entries()) {
      const text = quote(item);
      if (schema.uniqueItems && seen.has(text)) this.#report([...at, index], `${text} twice`, 'delete one of the two');
      seen.add(text);
      // A list replaces the one below it, so what is in it must be whole.
      if (schema.items) this.enter(schema.items, item, [...at, index], false, item);
    }
  }

  #object(
    schema: Schema,
    title: string,
    value: Readonly<Record<string, unknown>>,
    at: Path,
    patch: boolean,
    merged: unknown,
  ): void {
    const names = Object.keys(value);
    const absent = patch ? [] : (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
    for (const name of names) {
      const here = [...at, name];
      const known = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      const inner = known ?? schema.additionalProperties;
      if (inner === false) {
        if (patch && value[name] === null) continue;
        const meant = nearest(name, absent);
        // What is there by another name is not missing besides.
        if (meant !== undefined) absent.splice(absent.indexOf(meant), 1);
        this.#unknown(schema, title, name, here, meant);
        continue;
      }
      // What stands under a name that is none is meant for something else.
      if (!known && schema.propertyNames && !this.#name(schema.propertyNames, name, here)) continue;
      if (typeof inner === 'object') {
        this.enter(inner, value[name], here, patch, isDictionary(merged) ? merged[name] : undefined);
      }
    }
    if (patch) return;
    for (const name of absent) {
      const wanted = schema.properties?.[name];
      const description = wanted && this.#resolve(wanted).description;
      this.#refuse(at, `"${name}" of ${title} is missing`, `add "${name}"${description ? `: ${description}` : ''}`);
    }
    if (schema.minProperties !== undefined && names.length < schema.minProperties) {
      this.#refuse(at, `${title}: too few properties`, `write at least ${schema.minProperties}`);
    }
    if (schema.maxProperties !== undefined && names.length > schema.maxProperties) {
      this.#report(at, `${title}: too many properties (${names.join(', ')})`, `write at most ${schema.maxProperties}`);
    }
  }

  #unknown(schema: Schema, title: string, name: string, at: Path, meant: string | undefined): void {
    const all = Object.keys(schema.properties ?? {}).filter((property) => property !== '$schema');
    if (CONNECTIVES.includes(name) && all.includes('present')) {
      this.#report(at, 'condition nested too deep', DEEP, 'key');
      return;
    }
    const home = all.find((each) => this.#resolve(schema.properties?.[each] ?? {}).properties?.[name] !== undefined);
    const former = FORMER[`${title}.${name}`] ?? textHome(title, name);
    const fix = former ?? (meant === undefined ? remedy(this.#grammars, name, all, home) : `write "${meant}"`);
    this.#report(at, `unknown property "${name}" of ${title}`, fix, 'key');
  }

  /** Whether a name is one of those that may be given; reports one that is not. */
  #name(given: Schema, name: string, at: Path): boolean {
    const schema = this.#resolve(given);
    const title = titleOf(schema, 'name');
    const before = this.#faults.length;
    if (schema.enum) {
      const all = schema.enum.map(String);
      const fix = () => elsewhere(this.#grammars, this.#root, name, all, at);
      if (!all.includes(name)) this.#report(at, `unknown ${title} "${name}"`, fix(), 'key');
    } else if (schema.pattern !== undefined && !regexp(schema.pattern).test(name)) {
      this.#refuse(at, `${quote(name)} is no ${title}`, inPattern(name, schema), 'key');
    } else this.#scalar(schema, title, name, at, 'key');
    return this.#faults.length === before;
  }

  /** The branch of a union that the value means; reports and gives undefined when there is none. */
  #branch(union: Schema, value: unknown, at: Path, patch: boolean, merged: unknown): Schema | undefined {
    const all = known(branches, union, () =>
      (union.anyOf ?? [])
        .map((branch) => this.#resolve(branch))
        .flatMap((one) => (one.anyOf && !one.properties ? one.anyOf.map((branch) => this.#resolve(branch)) : [one])),
    );
    const title = titleOf(union.title === undefined && all[0] ? all[0] : union);
    const fitting = all.filter((branch) => branch.type === undefined || fits(typeOf(value), [branch.type].flat()));
    const byType = fitting.length === all.length ? all : fitting;
    if (byType.length === 0) {
      const types = [...new Set(all.flatMap((branch) => branch.type ?? []))];
      const around = all.flatMap(({ properties, required = [] }) => {
        const [name = '', ...others] = required;
        const inner = properties?.[name];
        const takes = inner && fits(typeOf(value), [this.#resolve(inner).type ?? 'string'].flat());
        return takes && others.length === 0 ? [name] : [];
      });
      if (around.length === 1 && typeOf(value) !== 'string')
        this.#refuse(at, `${title} is ${quote(value)}`, `write { "${around[0]}": ${quote(value)} }`);
      else this.#mistyped(all[0] as Schema, title, types, value, at);
      return undefined;
    }
    if (byType.length === 1 || !isDictionary(value)) return byType[0];
    const tag = Object.keys(byType[0]?.properties ?? {}).find((name) =>
      byType.every((branch) => branch.properties?.[name]?.const !== undefined),
    );
    return tag === undefined
      ? this.#byProperties(byType, title, value, at, patch && isDictionary(merged) ? { ...merged, ...value } : value)
      : this.#byTag(byType, tag, title, value, at, patch ? merged : undefined);
  }

  /** A union whose branches carry a constant: `kind` of a screen, `block` of a block. */
  #byTag(
    branches: readonly Schema[],
    tag: string,
    title: string,
    value: Readonly<Record<string, unknown>>,
    at: Path,
    merged: unknown,
  ): Schema | undefined {
    const tags = branches.map((branch) => String(branch.properties?.[tag]?.const));
    const written = value[tag] ?? (isDictionary(merged) ? merged[tag] : undefined);
    const found = branches[tags.indexOf(String(written))];
    if (found) return found;
    if (written === undefined) this.#refuse(...untagged(tag, tags, title, value, at));
    else {
      const list = `write one of: ${tags.join(', ')}`;
      this.#refuse([...at, tag], `unknown ${tag} ${quote(written)}`, suggest(String(written), tags, list));
    }
    return undefined;
  }

  /** A union told apart by which property is there: the step of an outcome, the source of a value. */
  #byProperties(
    branches: readonly Schema[],
    title: string,
    value: Readonly<Record<string, unknown>>,
    at: Path,
    whole: Readonly<Record<string, unknown>>,
  ): Schema | undefined {
    const { own, distinctive } = known(marks, branches, () => marksOf(branches));
    const present = Object.keys(whole).filter((name) => distinctive.has(name) && whole[name] !== null);
    const complete = branches.filter((branch) => (own.get(branch) ?? []).every((name) => present.includes(name)));
    const fitting = complete.filter((branch) => present.every((name) => Object.hasOwn(branch.properties ?? {}, name)));
    if (fitting.length > 0) {
      // The branch that demands most is the most definite; one without demands takes the rest.
      return [...fitting].sort((a, b) => (own.get(b)?.length ?? 0) - (own.get(a)?.length ?? 0))[0];
    }
    const partly = branches.find((branch) => present.length > 0 && present.every((name) => branch.properties?.[name]));
    if (partly) return partly;
    if (present.length === 0) {
      const unknown = Object.keys(value).find((name) => branches.every((branch) => !branch.properties?.[name]));
      const choices = [...distinctive];
      if (unknown !== undefined) {
        const all = [...new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})))];
        this.#refuse(
          [...at, unknown],
          `unknown property "${unknown}" of ${title}`,
          remedy(this.#grammars, unknown, all, undefined, `write one of: ${choices.join(', ')}`),
          'key',
        );
      } else this.#refuse(at, `${title} without any of: ${choices.join(', ')}`, 'add exactly one of them');
      return undefined;
    }
    const extra = present.at(-1) as string;
    this.#refuse(
      [...at, extra],
      `${title} with ${present.map(quote).join(' and ')}`,
      'keep one and delete the other',
      'key',
      present,
    );
    return undefined;
  }
}
