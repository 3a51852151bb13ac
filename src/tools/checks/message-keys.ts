/** Which messages a line needs: the keys of docs/message-keys.md, computed from the data. */
import { columnsOf } from '../../engine/columns.ts';
import { errorFields } from '../../engine/failures.ts';
import { frameKeys } from '../../engine/frame-keys.ts';
import type { Outcome } from '../../engine/whole.ts';
import type { Block, Condition, Screen } from '../../generated/config.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { mayHold } from './conditions.ts';
import { blocksOf, buttonsOf, choiceFields, eventsOf, fieldsOf, formsOf, linksOf } from './scope.ts';

export interface WantedKey {
  readonly key: string;
  /** The document whose data asks for it. */
  readonly document: string;
  /** An optional text may be absent, though not in one language only. */
  readonly required: boolean;
  /** False where the line does not offer what the text belongs to. */
  readonly shown: boolean;
}

/** Errors that are no codes: the answer never came or could not be read, a window did not open or was closed. */
const GENERAL_ERRORS = ['offline', 'timeout', 'unreadable', 'unknown', 'blocked', 'closed'];

/**
 * Sentences that speak of what was entered, as they are said on a screen without fields: `<key>.bare`, and on one that shows
 * an account, `<key>.account` where there is such a text.
 */
export const OF_ENTRIES = [
  'frame.offline',
  'errors.offline',
  'errors.timeout',
  'errors.unreadable',
  'errors.InternalError',
  'errors.ServiceUnavailable',
];

/** Keywords of a rule; each has a general sentence under `fields.errors` for fields without one of their own. */
const KEYWORDS = [
  'required',
  'type',
  'pattern',
  'minLength',
  'maxLength',
  'enum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'sameAs',
];

const MAIL_PARTS = { subject: true, title: true, text: true, button: false, after: false };

type Add = (key: string, options?: { optional?: boolean; hidden?: boolean }) => void;

/** Every key that `line` may show, each once. */
export const wantedKeys = once((line: ResolvedLine): ReadonlyMap<string, WantedKey> => {
  const wanted = new Map<string, WantedKey>();
  const adder =
    (document: string): Add =>
    (key, { optional = false, hidden = false } = {}) => {
      const before = wanted.get(key);
      wanted.set(key, {
        key,
        document: before?.document ?? document,
        required: !optional || (before?.required ?? false),
        shown: !hidden || (before?.shown ?? false),
      });
    };
  addLine(line, adder('line'));
  for (const [id, screen] of Object.entries(line.screens)) addScreen(line, id, screen, adder(`screens/${id}`));
  for (const { screen, event } of eventsOf(line)) for (const key of saidBy(screen, event)) adder('flow')(key);
  for (const id of Object.keys(line.fields)) addField(line, id, adder(`fields/${id}`));
  addErrors(line, adder('errors'));
  const code = adder('line');
  for (const key of frameKeys) code(key);
  for (const language of line.line.languages?.offered ?? []) code(`frame.languages.${language}`);
  for (const provider of Object.keys(line.providers))
    code(`frame.providers.${provider}`, { hidden: !offers(line, provider) });
  addOutgoing(line, code);
  return wanted;
});

/** What the steps of a screen's event say there, or at the screens that they lead to. */
export const saidBy = (screen: string, { outcomes = [] }: { readonly outcomes?: readonly Outcome[] }): string[] =>
  outcomes.flatMap((outcome) => {
    const [where, says] =
      'go' in outcome ? [outcome.go.screen, outcome.go.says] : [screen, 'says' in outcome && outcome.says];
    return says ? [`screens.${where}.says.${says}`] : [];
  });

function addLine(line: ResolvedLine, add: Add): void {
  for (const name of ['brand', 'tagline', 'promise', 'footer']) add(`line.${name}`);
  for (const { id } of line.line.downloads ?? []) add(`line.downloads.${id}`);
}

function addScreen(line: ResolvedLine, id: string, screen: Screen, addKey: Add): void {
  // A screen that the line does not offer shows nothing of it.
  const isOffered = mayHold(screen.when, line);
  const add: Add = (key, options = {}) => addKey(key, { ...options, hidden: options.hidden === true || !isOffered });
  const prefix = `screens.${id}`;
  const isHidden = (condition: Condition | undefined) => ({ hidden: !mayHold(condition, line) });
  add(`${prefix}.title`);
  add(`${prefix}.lead`, { optional: true });
  // What heads a form where it depends on how it was come to; the title is the page's.
  if (screen.kind === 'form') add(`${prefix}.heading`, { optional: true });
  // Said where scripts are off, in place of the general sentence of its kind.
  add(`${prefix}.off`, { optional: true });
  const forms = formsOf(screen);
  const offered = forms.filter(([, form]) => mayHold(form.when, line));
  for (const [name, form] of forms) {
    add(`${prefix}.forms.${name}.tab`, { optional: offered.length < 2, ...isHidden(form.when) });
    if (form.dialog !== undefined) add(`${prefix}.forms.${name}.close`, isHidden(form.when));
    add(`${prefix}.forms.${name}.submit`, isHidden(form.when));
  }
  for (const { block } of blocksOf(screen)) addBlock(line, prefix, block, add);
  for (const { link } of linksOf(id, screen)) add(`${prefix}.links.${link.id}`, isHidden(link.when));
  for (const { button } of buttonsOf(screen)) {
    add(`${prefix}.actions.${button.id}`, isHidden(button.when));
    addConfirm(add, button.confirm, isHidden(button.when));
  }
  if (screen.kind === 'form') return;
  if (screen.kind === 'choice') {
    add(`${prefix}.actions.submit`);
    add(`${prefix}.unsaved`);
    if (screen.skip !== undefined) add(`${prefix}.actions.skip`);
    if (screen.stored !== undefined) add(`${prefix}.stored`, isHidden(screen.stored));
    return;
  }
  for (const state of Object.keys(screen.states ?? {})) {
    add(`${prefix}.states.${state}.title`);
    add(`${prefix}.states.${state}.text`, { optional: true });
  }
  if (screen.kind !== 'qr') return;
  add(`${prefix}.picture`);
  if (screen.picture?.opens !== undefined) add(`${prefix}.opens`);
  for (const [state, { picture }] of Object.entries(screen.states ?? {})) {
    if (picture === 'veiled' || picture === 'renew') add(`${prefix}.states.${state}.cover`);
  }
}

function addBlock(line: ResolvedLine, prefix: string, block: Block, add: Add): void {
  const hidden = !mayHold(block.when, line);
  if (block.block === 'text') add(`${prefix}.texts.${block.id}`, { hidden });
  if (block.block === 'providers' && block.title !== undefined) add(`${prefix}.texts.${block.title}`, { hidden });
  if (block.block === 'frame') add(`${prefix}.frames.${block.frame}`, { hidden });
  if (block.block === 'facts') for (const name of block.values) add(`${prefix}.facts.${name}`, { hidden });
  if (block.block === 'records') {
    const records = `${prefix}.records.${block.id}`;
    add(`${records}.title`, { hidden });
    add(`${records}.empty`, { hidden });
    for (const { name } of columnsOf(block).columns) add(`${records}.columns.${name}`, { hidden });
    for (const column of block.columns) {
      const name = typeof column === 'string' ? column : column.name;
      const words = typeof column === 'object' && 'words' in column ? column.words : [];
      for (const word of words ?? []) add(`${records}.words.${name}.${word}`, { hidden });
    }
    for (const row of block.rowEvents ?? []) {
      add(`${records}.events.${typeof row === 'string' ? row : row.event}`, { hidden });
      if (typeof row === 'object') addConfirm(add, row.confirm, { hidden });
    }
  }
}

/** The texts of a confirmation; its button may have a word of its own. */
export const askedBy = (confirm: string) =>
  ({
    title: `confirms.${confirm}.title`,
    text: `confirms.${confirm}.text`,
    action: `confirms.${confirm}.action`,
  }) as const;

function addConfirm(add: Add, confirm: string | undefined, { hidden }: { readonly hidden: boolean }): void {
  if (confirm === undefined) return;
  const { title, text, action } = askedBy(confirm);
  add(title, { hidden });
  add(text, { hidden });
  add(action, { hidden, optional: true });
}

function addField(line: ResolvedLine, id: string, add: Add): void {
  const field = line.fields[id];
  if (!field) return;
  const prefix = `fields.${id}`;
  add(`${prefix}.label`);
  add(`${prefix}.placeholder`, { optional: true });
  add(`${prefix}.hint`, { optional: true });
  for (const rule of field.rules ?? []) add(`${prefix}.rules.${rule}`);
  if (field.options) {
    const offered: readonly string[] = (field.options.from && line.line[field.options.from]) || [];
    for (const name of Object.keys(line.enums[field.options.enum] ?? {})) {
      const rule = (field.rule.items ?? field.rule) as { readonly enum?: readonly unknown[] };
      const isAllowed = rule.enum?.includes(name) ?? true;
      const isOffered = !field.options.from || offered.includes(name);
      add(`${prefix}.options.${name}`, { optional: !isAllowed || !isOffered });
    }
  }
  const shownBy = Object.values(line.screens).flatMap((screen) => [
    ...formsOf(screen).flatMap(([, form]) => fieldsOf(form)),
    ...choiceFields(screen),
  ]);
  for (const entry of shownBy) {
    if (entry.field === id && 'label' in entry && entry.label !== undefined) add(`${prefix}.labels.${entry.label}`);
  }
  const required = shownBy.some((entry) => entry.field === id && !('optional' in entry && entry.optional));
  const ofRule = Object.keys(field.rule).filter((keyword) => KEYWORDS.includes(keyword) && keyword !== 'type');
  const keywords = [...ofRule, ...(required ? ['required'] : []), ...(field.sameAs ? ['sameAs'] : [])];
  const catalogs = Object.values(line.messages);
  for (const keyword of KEYWORDS) {
    add(`${prefix}.errors.${keyword}`, { optional: true });
    add(`fields.errors.${keyword}`, { optional: true });
    const hasOwn = catalogs.every((catalog) => Object.hasOwn(catalog, `${prefix}.errors.${keyword}`));
    if (keywords.includes(keyword) && !hasOwn) add(`fields.errors.${keyword}`);
  }
  for (const { title } of field.rule.allOf ?? []) add(`${prefix}.errors.${title}`);
}

const offers = (line: ResolvedLine, provider: string): boolean =>
  (line.line.providers ?? []).some((each) => each === provider);

/** Whether a code is that of a provider which the line does not offer. */
const isForeign = (line: ResolvedLine, code: string): boolean => {
  const owners = Object.entries(line.providers).filter(([, { codes }]) => codes && code.startsWith(`${codes}.`));
  return owners.length > 0 && !owners.some(([provider]) => offers(line, provider));
};

function addErrors(line: ResolvedLine, add: Add): void {
  for (const name of GENERAL_ERRORS) add(`errors.${name}`);
  for (const key of OF_ENTRIES) {
    add(`${key}.bare`);
    add(`${key}.account`, { optional: true });
  }
  for (const [code, entry] of Object.entries(line.errors.codes ?? {})) {
    add(`errors.${code}`, { hidden: isForeign(line, code) });
    // As it is said to whom an account belongs, on its own screens.
    add(`errors.${code}.own`, { optional: true });
    for (const field of errorFields(entry)) add(`errors.${code}.${field}`, { optional: true });
    if (entry.shows === 'dialog' || entry.shows === 'page') add(`errors.${code}.title`, { optional: true });
    for (const link of entry.links ?? []) add(`errors.links.${link.id}`);
  }
}

const outgoingKeys = once((catalog: object): readonly string[] =>
  Object.keys(catalog).filter((key) => /^(mail|sms|voice)\./.test(key)),
);

/** Mail, SMS and voice: a template is known by its messages, and then has all of its parts. */
function addOutgoing(line: ResolvedLine, add: Add): void {
  for (const purpose of [...Object.values(line.enums.codePurpose ?? {}), 'other']) add(`purposes.${purpose}`);
  for (const key of new Set(Object.values(line.messages).flatMap(outgoingKeys))) {
    const [kind, template = '', ...rest] = key.split('.');
    if (kind === 'mail' && template !== '') {
      for (const [part, required] of Object.entries(MAIL_PARTS)) {
        add(`mail.${template}.${part}`, { optional: !required });
      }
    } else if ((kind === 'sms' || kind === 'voice') && rest.length === 0) add(key);
  }
}
