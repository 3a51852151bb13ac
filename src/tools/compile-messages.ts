/** Catalogs → what a page needs of them, parsed: no ICU parser reaches the browser. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { errorFields } from '../engine/failures.ts';
import { frameKeys } from '../engine/frame-keys.ts';
import type { CompiledForm, Message, Messages, Pack } from '../engine/pack.ts';
import type { Block, ErrorEntry, Screen } from '../generated/config.ts';
import { askedBy, OF_ENTRIES, saidBy, wantedKeys } from './checks/message-keys.ts';
import { blocksOf, pressesOf } from './checks/scope.ts';
import { extraFields } from './extras.ts';
import type { ResolvedLine } from './resolve.ts';

/** Texts of the captcha travel with the catalogue. */
const CAPTCHA = 'captcha.';
/** Of captchas that others draw: a line with the built-in one never says them. */
const OUTSIDE = 'captcha.outside.';

const parsed = new Map<string, Message>();

/** The parameter that holds a provider's id, and the choice that stands for every provider, in which it is the provider's name. */
const PROVIDER = 'provider';
const NAMED = 'named';

/** Provider → its name, in the order of the data. */
type Names = Readonly<Record<string, string>>;

/**
 * A message as plain text where that is all it is, else its syntax tree. @throws on bad ICU syntax.
 * @param names of the providers, among which a message may choose.
 */
export function compileMessage(text: string, names: Names = {}): Message {
  const chooses = text.includes(NAMED) ? JSON.stringify(names) : '';
  const known = parsed.get(chooses + text);
  if (known !== undefined) return known;
  const tree = withProviders(parse(text, { shouldParseSkeletons: true }), names);
  const plain = tree.every(({ type }) => type === TYPE.literal);
  const message: Message = plain ? tree.map((each) => ('value' in each ? each.value : '')).join('') : tree;
  parsed.set(chooses + text, message);
  return message;
}

/** Puts a choice for each provider in the place of the one that stands for all. */
function withProviders(elements: readonly MessageFormatElement[], names: Names, name?: string): MessageFormatElement[] {
  return elements.map((element): MessageFormatElement => {
    if (element.type === TYPE.tag) return { ...element, children: withProviders(element.children, names, name) };
    if (element.type === TYPE.argument && element.value === PROVIDER && name !== undefined)
      return { type: TYPE.literal, value: name };
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return element;
    const options = Object.entries(element.options).flatMap(([choice, { value }]) =>
      element.value === PROVIDER && choice === NAMED
        ? Object.entries(names).map(([id, each]) => [id, { value: withProviders(value, names, each) }])
        : [[choice, { value: withProviders(value, names, name) }]],
    );
    return { ...element, options: Object.fromEntries(options) };
  });
}

const wantedOf = new WeakMap<ResolvedLine, readonly string[]>();

/** Keys that the line may show; those that belong to what it does not offer are left out. */
function shownKeys(line: ResolvedLine): readonly string[] {
  let keys = wantedOf.get(line);
  if (keys === undefined) {
    keys = [...wantedKeys(line).values()].filter(({ shown }) => shown).map(({ key }) => key);
    wantedOf.set(line, keys);
  }
  return keys;
}

function pick(line: ResolvedLine, language: string, keys: Iterable<string>): Messages {
  const catalog = line.messages[language] ?? {};
  const names = Object.fromEntries(
    Object.keys(line.providers).map((id) => [id, catalog[`frame.providers.${id}`] ?? id]),
  );
  const messages: Record<string, Message> = {};
  for (const key of [...new Set(keys)].sort()) {
    const text = catalog[key];
    if (text !== undefined) messages[key] = compileMessage(text, names);
  }
  return messages;
}

/** Said before the page's scripts have come: no script needs these texts. */
const EARLY = 'early.';
/** Of these, what stands in the place of a screen that waits, and is drawn with it. */
const STUCK = ['off.title', 'off.waiting', 'late.title', 'late.text', 'home'].map((name) => `${EARLY}${name}`);

/** Whether a screen waits for something in one of its states. */
const waits = (screen: Screen): boolean =>
  'initial' in screen &&
  Object.values(screen.states).some(
    (state) => ('icon' in state && state.icon === 'progress') || ('picture' in state && state.picture === 'pending'),
  );

/** Results of a call that are no codes. */
const GENERAL = ['offline', 'timeout', 'unreadable', 'unknown'];
/** Texts of the widgets travel with the screens that use them. */
const WIDGETS = 'widgets.';

/** Of the frame's texts, those that only some screens say: with lists, with buttons that may have to wait, and where a failure leads away. */
const OF_LISTS = ['frame.yes', 'frame.no', 'frame.retry'];
const OF_BUTTONS = ['frame.wait'];
const OF_COUNTDOWNS = ['frame.sends-away', 'frame.stay'];
const SOMETIMES: ReadonlySet<string> = new Set([...OF_LISTS, ...OF_BUTTONS, ...OF_COUNTDOWNS]);

function errorKeys(errors: Readonly<Record<string, ErrorEntry>>): string[] {
  return Object.entries(errors).flatMap(([code, entry]) => [
    `errors.${code}`,
    `errors.${code}.title`,
    ...errorFields(entry).map((field) => `errors.${code}.${field}`),
    ...(entry.links ?? []).map(({ id }) => `errors.links.${id}`),
    ...(entry.timer === undefined ? [] : OF_COUNTDOWNS),
  ]);
}

/** An error as it can show on a screen with these fields: of those it may stand at, the others are none of its. */
export function atFields(whole: ErrorEntry, ids: ReadonlySet<string>): ErrorEntry {
  if (whole.named) return whole;
  const { field: _, ...entry } = whole;
  const [first, ...others] = errorFields(whole).filter((each) => ids.has(each));
  if (first === undefined) return { ...entry, shows: entry.shows === 'field' ? 'alert' : entry.shows };
  return { ...entry, field: others.length === 0 ? first : [first, ...others] };
}

/** Texts fetched when they are first needed: of errors, and of the captcha. */
export function catalogueMessages(
  line: ResolvedLine,
  language: string,
  errors: Readonly<Record<string, ErrorEntry>>,
): Messages {
  const ofCaptcha = frameKeys.filter(
    (key) => key.startsWith(CAPTCHA) && (!key.startsWith(OUTSIDE) || line.line.captcha.provider !== 'built-in'),
  );
  return pick(line, language, [...ofCaptcha, ...errorKeys(errors)]);
}

/** Texts of the frame, and of the errors that any call may answer. */
export function shellMessages(
  line: ResolvedLine,
  language: string,
  errors: Readonly<Record<string, ErrorEntry>>,
): Messages {
  return pick(line, language, [
    ...['brand', 'tagline', 'promise', 'footer'].map((name) => `line.${name}`),
    ...frameKeys.filter(
      (key) => !SOMETIMES.has(key) && [WIDGETS, CAPTCHA, EARLY].every((other) => !key.startsWith(other)),
    ),
    ...line.line.languages.offered.map((each) => `frame.languages.${each}`),
    ...line.line.providers.map((each) => `frame.providers.${each}`),
    ...GENERAL.map((name) => `errors.${name}`),
    ...errorKeys(errors),
  ]);
}

function fieldKeys(line: ResolvedLine, catalog: Readonly<Record<string, string>>, form: CompiledForm): string[] {
  const shown = shownKeys(line);
  return form.fields.flatMap(({ id, field, label, options, checks }) => {
    const prefix = `fields.${id}.`;
    const ofField = shown.filter(
      (key) =>
        key.startsWith(prefix) &&
        // Of its labels, the one that the form gives it.
        (!key.startsWith(`${prefix}label`) ||
          key === `${prefix}${label === undefined ? 'label' : `labels.${label}`}`) &&
        (!key.startsWith(`${prefix}options.`) || options?.includes(key.slice(`${prefix}options.`.length))),
    );
    const keywords = [...Object.keys(field.rule), 'required', ...(field.sameAs ? ['sameAs'] : [])];
    const general = keywords
      .filter((keyword) => catalog[`${prefix}errors.${keyword}`] === undefined)
      .map((keyword) => `fields.errors.${keyword}`);
    const widget = frameKeys.filter(
      (key) =>
        key.startsWith(`${WIDGETS}${field.widget}.`) ||
        (field.widget === 'new-password' && key.startsWith(`${WIDGETS}password.`)) ||
        (checks !== undefined && key.startsWith(`${WIDGETS}check.`)),
    );
    return [...ofField, ...general, ...widget];
  });
}

/** What may become of the windows that a screen opens. */
const windowErrors = ({ flow }: ResolvedLine, id: string): string[] =>
  Object.values(flow.screens[id] ?? {}).flatMap(({ window, outcomes }) =>
    !outcomes.some((each) => 'stay' in each || 'tells' in each)
      ? []
      : window === 'open'
        ? ['errors.blocked']
        : window === 'popup'
          ? ['errors.closed']
          : [],
  );

/** Without fields nothing was entered: the general sentences that speak of it are others there, in the place of the frame's. */
function bareMessages(catalog: Readonly<Record<string, string>>, screen: Screen): Messages {
  const isAccount = 'account' in screen && screen.account === true;
  return Object.fromEntries(
    OF_ENTRIES.flatMap((key): [string, Message][] => {
      const text = (isAccount ? catalog[`${key}.account`] : undefined) ?? catalog[`${key}.bare`];
      return text === undefined ? [] : [[key, compileMessage(text)]];
    }),
  );
}

/** What a code says to the owner of an account, on the screens of it. */
function ownersMessages(
  catalog: Readonly<Record<string, string>>,
  screen: Screen,
  errors: Readonly<Record<string, ErrorEntry>>,
): Messages {
  if (!('account' in screen && screen.account === true)) return {};
  return Object.fromEntries(
    Object.keys(errors).flatMap((code): [string, Message][] => {
      const text = catalog[`errors.${code}.own`];
      return text === undefined ? [] : [[`errors.${code}`, compileMessage(text)]];
    }),
  );
}

const showsExtras = (screen: Screen): boolean =>
  blocksOf(screen).some(({ block }) => block.block === 'facts' && block.extras !== undefined);

/** Texts by which the line's own fields, and what they held, are shown. */
function extraKeys(line: ResolvedLine): string[] {
  const fields = extraFields(line);
  const ofFields = shownKeys(line).filter((key) =>
    fields.some((field) => key === `fields.${field}.label` || key.startsWith(`fields.${field}.options.`)),
  );
  return fields.length === 0 ? [] : ['frame.yes', 'frame.no', ...ofFields];
}

/** Texts of one screen: its own, its fields', and those of the errors its calls may answer. */
export function packMessages(
  line: ResolvedLine,
  language: string,
  id: string,
  screen: Screen,
  forms: Readonly<Record<string, CompiledForm>>,
  errors: Readonly<Record<string, ErrorEntry>>,
  events: Pack['events'],
): Messages {
  const catalog = line.messages[language] ?? {};
  const has = (block: Block['block']): boolean => blocksOf(screen).some((each) => each.block.block === block);
  const confirms = pressesOf(screen).flatMap(({ confirm }) => confirm ?? []);
  const own = pick(line, language, [
    ...confirms.flatMap((confirm) => ['widgets.confirm.cancel', ...Object.values(askedBy(confirm))]),
    ...shownKeys(line).filter(
      (key) =>
        key.startsWith(`screens.${id}.`) &&
        !key.startsWith(`screens.${id}.says.`) &&
        !key.startsWith(`screens.${id}.variants.`) &&
        // What a form says where scripts are off stands in its page alone.
        (waits(screen) || key !== `screens.${id}.off`),
    ),
    ...Object.values(events).flatMap((event) => saidBy(id, event)),
    ...(waits(screen) ? STUCK : []),
    ...Object.values(forms).flatMap((form) => fieldKeys(line, catalog, form)),
    ...errorKeys(errors),
    ...windowErrors(line, id),
    ...(has('facts') ? frameKeys.filter((key) => key.startsWith(`${WIDGETS}facts.`)) : []),
    ...(has('records') ? [...OF_LISTS, ...frameKeys.filter((key) => key.startsWith(`${WIDGETS}records.`))] : []),
    ...(showsExtras(screen) ? extraKeys(line) : []),
    ...(screen.kind === 'form' ? [] : OF_BUTTONS),
    ...(has('downloads') ? line.line.downloads.map((each) => `line.downloads.${each.id}`) : []),
  ]);
  const hasFields = Object.values(forms).some(({ fields }) => fields.length > 0);
  return { ...own, ...(hasFields ? {} : bareMessages(catalog, screen)), ...ownersMessages(catalog, screen, errors) };
}
