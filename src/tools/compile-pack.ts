/** One screen of one line in one language → its pack. What the line does not offer is left out. */
import { decide } from '../engine/condition.ts';
import { formSchema } from '../engine/form-schema.ts';
import type { CompiledForm, FormField, Inlined, Pack, PageCall, PageLink } from '../engine/pack.ts';
import { type Spoken, spokenIn } from '../engine/spoken.ts';
import type { Call } from '../engine/whole.ts';
import type * as written from '../generated/config.ts';
import type { Banner, Condition, ErrorEntry, Field, Line, Link } from '../generated/config.ts';
import type { PageLine } from './compile-enums.ts';
import { atFields, packMessages } from './compile-messages.ts';
import { withAmounts } from './examples.ts';
import type { ResolvedLine } from './resolve.ts';
import { callsOf, usedEvents } from './used-events.ts';
import { compileValidators, type ValidatorsModule } from './validators.ts';

type Block = Inlined<written.Block>;
type Screen = Inlined<written.Screen>;
type ScreenForm = Inlined<written.ScreenForm>;
type State = Inlined<written.NoticeState | (written.QrState & { readonly after?: undefined })>;

export interface CompiledPack {
  readonly pack: Pack;
  readonly validators: readonly ValidatorsModule[];
}

/** Address of a validators module among the assets. */
export const validatorsFile = ({ hash }: ValidatorsModule): string => `validators-${hash}.js`;

interface Conditional {
  readonly when?: Condition;
}

/** Decides what the line decides of a thing's condition: gone, or there, perhaps with a condition that is left. */
function keep<T extends Conditional>(line: ResolvedLine, language: string, thing: T): T | undefined {
  const { when, ...rest } = thing;
  if (when === undefined) return thing;
  const decided = decide(when, {
    offer: (name) => line.line.offers[name as keyof typeof line.line.offers] ?? false,
    line: (property) => (property === 'language' ? language : line.line[property]),
  });
  if (decided === false) return undefined;
  return (decided === true ? rest : { ...rest, when: decided }) as T;
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined;

class Pruner {
  constructor(
    readonly line: ResolvedLine,
    readonly language: string,
  ) {}

  keep<T extends Conditional>(thing: T): T | undefined {
    return keep(this.line, this.language, thing);
  }

  /** Whether a screen shows a code that only another device does something with: no phone can scan itself. */
  private isScanned(screen: string | undefined): boolean {
    const to = this.line.screens[screen ?? ''];
    return to?.kind === 'qr' && to.picture.opens === undefined;
  }

  links(links: readonly Link[]): readonly PageLink[] {
    return links
      .map((link) => this.keep(link))
      .filter(isThere)
      .filter(({ screen }) => screen === undefined || this.line.line.routes[screen] !== undefined)
      .filter(({ otherZone }) => !otherZone || this.line.line.otherZone !== undefined)
      .map((link) => (this.isScanned(link.screen) ? { ...link, another: true } : link));
  }

  blocks(blocks: readonly Block[] | undefined): readonly Block[] {
    return (blocks ?? [])
      .map((block) => this.keep(block))
      .filter(isThere)
      .map((block) => ('links' in block ? { ...block, links: this.links(block.links) } : block))
      .filter((block) => block.block !== 'links' || block.links.length > 0);
  }

  form(form: ScreenForm): ScreenForm | undefined {
    const kept = this.keep(form);
    if (kept === undefined) return undefined;
    return {
      ...kept,
      ...this.named({
        before: this.blocks(kept.before),
        blocks: this.blocks(kept.blocks),
        after: this.blocks(kept.after),
      }),
    };
  }

  /** Leaves out empty lists. */
  named<T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> {
    return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>;
  }

  screen(screen: Screen): Screen {
    if (screen.kind === 'form') {
      const forms = Object.entries(screen.forms).map(([name, form]) => [name, this.form(form)] as const);
      const { before, after, ...rest } = screen;
      return {
        ...rest,
        forms: Object.fromEntries(forms.filter((entry): entry is [string, ScreenForm] => entry[1] !== undefined)),
        ...this.named({ before: this.blocks(before), after: this.blocks(after) }),
      };
    }
    if (screen.kind === 'choice') return screen;
    const all: Readonly<Record<string, State>> = screen.states;
    const states = Object.entries(all).map(([name, state]) => {
      const { actions, blocks, after, ...rest } = state;
      const kept = (actions ?? []).map((action) => this.keep(action)).filter(isThere);
      return [
        name,
        { ...rest, ...this.named({ actions: kept, blocks: this.blocks(blocks), after: this.blocks(after) }) },
      ];
    });
    return { ...screen, states: Object.fromEntries(states) };
  }
}

function optionsOf({ line, enums }: ResolvedLine, field: Field): readonly string[] | undefined {
  if (field.options === undefined) return undefined;
  const { enum: name, from } = field.options;
  const all = Object.keys(enums[name] ?? {});
  const offered: readonly string[] = from === undefined ? all : line[from];
  // A list's items are what is chosen.
  const { enum: allowed } = (field.rule.items ?? field.rule) as { readonly enum?: readonly unknown[] };
  return (from === undefined ? all : offered).filter((each) => allowed === undefined || allowed.includes(each));
}

function compileFields(pruner: Pruner, form: ScreenForm): readonly FormField[] {
  const { line } = pruner;
  return form.fields
    .map((entry) => pruner.keep(typeof entry === 'string' ? { field: entry } : entry))
    .filter(isThere)
    .map((entry): FormField => {
      const field = line.fields[entry.field];
      if (field === undefined) throw new Error(`Line ${line.name} has no field ${entry.field}.`);
      const { wire: _, ...shown } = field;
      const options = optionsOf(line, field);
      return {
        id: entry.field,
        field: shown,
        ...('label' in entry && entry.label !== undefined ? { label: entry.label } : {}),
        optional: 'optional' in entry && entry.optional === true,
        ...('when' in entry && entry.when !== undefined ? { when: entry.when } : {}),
        ...('check' in entry && entry.check !== undefined ? { checks: [entry.check].flat() } : {}),
        ...(options === undefined ? {} : { options }),
      };
    });
}

/** What the browser needs of an error's entry. */
export function shownError(line: ResolvedLine, language: string, entry: ErrorEntry): ErrorEntry {
  const { status: _, recorded: __, impliedBy: ___, links, ...rest } = entry;
  const kept = new Pruner(line, language).links(links ?? []);
  const { timer, ...untimed } = rest;
  // Nobody counts down to a place that the line does not know.
  const shown = timer !== undefined && leadsAway(line, timer) ? untimed : rest;
  return kept.length === 0 ? shown : { ...shown, links: kept };
}

/** Whether a timer ends in leaving for the other zone, and this line has none. */
function leadsAway({ line, flow }: ResolvedLine, timer: string): boolean {
  const event = flow.timers?.[timer]?.event;
  if (event === undefined || line.otherZone !== undefined) return false;
  return Object.values(flow.screens).some((events) =>
    events[event]?.outcomes.some((outcome) => 'leave' in outcome && outcome.leave === 'other-zone'),
  );
}

/** @param general codes that the shell knows already. */
export function compilePack(
  line: PageLine,
  language: string,
  id: string,
  general: ReadonlySet<string>,
  banners: Readonly<Record<string, Banner>>,
): CompiledPack {
  const source = line.screens[id];
  if (source === undefined) throw new Error(`Line ${line.name} has no screen ${id}.`);
  const pruner = new Pruner(line, language);
  const screen = withAmounts(pruner.screen(source), line.line);
  const screenForms: Readonly<Record<string, ScreenForm>> =
    screen.kind === 'form'
      ? screen.forms
      : screen.kind === 'choice'
        ? { choice: { fields: [screen.field, ...(screen.fields ?? [])], event: screen.event } }
        : {};
  const drafts = Object.entries(screenForms).map(([name, form]) => {
    const fields = compileFields(pruner, form);
    return { name, fields, schema: formSchema(fields) };
  });
  const module = drafts.length === 0 ? undefined : compileValidators(drafts.map(({ schema }) => schema));
  const forms: Record<string, CompiledForm> = {};
  for (const { name, fields, schema } of drafts) {
    forms[name] = { schema, validators: module === undefined ? '' : `/assets/${validatorsFile(module)}`, fields };
  }
  const flow = line.flow.screens[id] ?? {};
  const events = usedEvents(screen, forms, flow, line);
  const calls: Record<string, PageCall> = {};
  const codes = new Set<string>();
  for (const call of callsOf(events, forms)) {
    const found = line.calls.calls[call];
    if (found === undefined) throw new Error(`Line ${line.name} has no call ${call}.`);
    // A page of several forms fetches the whole catalogue as soon as it is live, and waits for it before it tells a failure.
    if (drafts.length < 2) for (const code of found.fails) codes.add(code);
    calls[call] = pageCall(found);
  }
  const ids = new Set(drafts.flatMap(({ fields }) => fields.map(({ id: field }) => field)));
  const errors: Record<string, ErrorEntry> = {};
  const sentences: Record<string, ErrorEntry> = {};
  for (const code of codes) {
    const entry = line.errors.codes[code];
    if (entry === undefined || general.has(code)) continue;
    const shown = atFields(shownError(line, language, entry), ids);
    // What shows as an alert and nothing more is what any known code does.
    if (shown.shows !== 'alert' || Object.keys(shown).length > 1) errors[code] = shown;
    sentences[code] = shown;
  }
  const title = line.messages[language]?.[`screens.${id}.title`] ?? id;
  return {
    validators: module === undefined ? [] : [module],
    pack: {
      id,
      // The forms' fields stand in `forms`; what the screen keeps of them is which event each sends.
      screen: screen.kind === 'form' ? { ...screen, forms: withoutFields(screen.forms) } : screen,
      title,
      forms,
      events,
      calls,
      errors,
      messages: packMessages(line, language, id, screen, forms, sentences, events),
      ...bannersOf(screen, language, banners, line.line.coupons),
    },
  };
}

/** What a page needs of a call: of its captcha, only that it is shown before. */
function pageCall({ guard, plain: _, takes: __, fails: ___, answeredBy: ____, ...shown }: Inlined<Call>): PageCall {
  const { captcha, ...others } = guard ?? {};
  const kept = captcha === 'always' ? { captcha, ...others } : others;
  return Object.keys(kept).length === 0 ? shown : { ...shown, guard: kept };
}

/** The banner that the screen shows, in this language. */
function bannersOf(
  screen: Screen,
  language: string,
  banners: Readonly<Record<string, Banner>>,
  amounts: Line['coupons'],
): Pick<Pack, 'banners'> {
  const blocks = screen.kind === 'form' ? (screen.before ?? []).filter((block) => block.block === 'banner') : [];
  // Which entry of a file is shown is the visitor's, so it is read later.
  const wanted = blocks.filter(({ entry }) => entry === undefined);
  const found = wanted.flatMap(({ file }): [string, Spoken][] => {
    const { from, until, when } = banners[file] ?? {};
    const words = spokenIn(banners[file], undefined, language, amounts);
    // What has its time or audience is shown when and to whom it is for: it is read later, too.
    const isAlways = [from, until, when].every((each) => each === undefined);
    return words === undefined || !isAlways ? [] : [[file, words]];
  });
  return found.length === 0 ? {} : { banners: Object.fromEntries(found) };
}

function withoutFields(forms: Readonly<Record<string, ScreenForm>>): Record<string, ScreenForm> {
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, { ...form, fields: [] }]));
}
