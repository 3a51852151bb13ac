/** Checks screens/*.json: everything a screen names exists, and each of its events is in the flow. */
import { propertyOf } from '../../engine/flow-fields.ts';
import type { Condition, Screen } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import { heightOf, type Saying, topmost } from './blame.ts';
import { mayHold, testsOf } from './conditions.ts';
import { checkShownAbsent } from './contradictions.ts';
import { checkButtonCountdown } from './countdowns.ts';
import { checkDeadEnds } from './dead-ends.ts';
import { firedBy } from './fired.ts';
import { unknownCall } from './misnamed-calls.ts';
import { checkHeadings, checkPlaces } from './places.ts';
import { checkRows } from './rows.ts';
import {
  blocksOf,
  buttonsOf,
  checksOf,
  choiceFields,
  dependsOnItself,
  fieldIds,
  fieldsOf,
  formsOf,
  linksOf,
  type Scope,
} from './scope.ts';
import { checkCondition, checkEnum, checkStep, checkTarget, checkValue, type Names } from './values.ts';

export function checkScreen(scope: Scope, names: Names, id: string, screen: Screen): void {
  const document = `screens/${id}`;
  const fields = fieldIds(screen);
  checkCondition(scope, names, document, ['when'], screen.when, fields);
  checkForms(scope, names, id, screen);
  checkBlocks(scope, names, id, screen);
  checkRows(scope, id, screen);
  checkShownAbsent(scope, id, screen);
  checkHeadings(scope, document, screen);
  checkStates(scope, id, screen);
  checkPicture(scope, names, id, screen);
  checkEvents(scope, id, screen);
  if (screen.funnel !== undefined && screen.carriesToken) {
    scope.report(document, ['funnel'], `screen ${id} carries a token: nothing is counted there`, 'delete it', 'key');
  } else checkStep(scope, document, ['funnel'], screen.funnel);
  if (screen.bridges && screen.carriesToken) {
    scope.report(document, ['bridges'], `screen ${id} carries a token: nobody else may frame it`, 'delete it', 'key');
  }
  if (screen.kind === 'choice' && !names.fields.has(screen.field)) {
    scope.unknown(document, ['field'], 'field', screen.field, names.fields);
  }
  if (screen.kind === 'choice') {
    checkCondition(scope, names, document, ['stored'], screen.stored, fields);
    for (const { field } of screen.stored === undefined ? [] : choiceFields(screen)) {
      if (!names.fields.has(field) || names.flow.has(propertyOf(field))) continue;
      const message = `what is stored of field ${field} is nowhere known: no flow value is named ${propertyOf(field)}`;
      scope.report(document, ['stored'], message, 'let an answer keep it, or delete "stored"', 'key');
    }
    for (const [index, entry] of (screen.fields ?? []).entries()) {
      const at: Path = ['fields', index, ...(typeof entry === 'string' ? [] : ['field'])];
      const field = typeof entry === 'string' ? entry : entry.field;
      if (!names.fields.has(field)) scope.unknown(document, at, 'field', field, names.fields);
      if (typeof entry === 'object')
        checkCondition(scope, names, document, ['fields', index, 'when'], entry.when, fields);
    }
  }
  const links = linksOf(id, screen);
  for (const [nth, { at, link }] of links.entries()) {
    const list = String(at.slice(0, -1));
    if (links.findIndex((other) => other.link.id === link.id && String(other.at.slice(0, -1)) === list) === nth)
      continue;
    scope.report(
      document,
      [...at, 'id'],
      `link "${link.id}" twice, and both would have one text`,
      'give each an id of its own',
    );
  }
  for (const { at, link } of links) checkTarget(scope, names, document, at, link, id);
  for (const { at, button } of buttonsOf(screen)) {
    const { look: _, timer, ...target } = button;
    checkTarget(scope, names, document, at, target, id);
    if (timer !== undefined && !names.timers.has(timer)) {
      scope.unknown(document, [...at, 'timer'], 'timer', timer, names.timers);
    } else checkButtonCountdown(scope, id, at, button);
  }
}

/** Which forms there are is decided when the page is made: of a form's condition, offers and facts of the line alone are known. */
function checkOffered(scope: Scope, document: string, at: Path, condition: Condition | undefined): void {
  if (!condition) return;
  if ('all' in condition)
    for (const [nth, part] of condition.all.entries()) checkOffered(scope, document, [...at, 'all', nth], part);
  else if ('any' in condition)
    for (const [nth, part] of condition.any.entries()) checkOffered(scope, document, [...at, 'any', nth], part);
  else if ('not' in condition) checkOffered(scope, document, [...at, 'not'], condition.not);
  else {
    const subject = (['field', 'flag', 'flow', 'stored', 'query', 'visit'] as const).find(
      (name) => condition[name] !== undefined,
    );
    if (subject === undefined || condition.offer !== undefined || condition.line !== undefined) return;
    const message = `a form's "when" reads ${subject} "${condition[subject]}", which is not known when its tab is made`;
    scope.report(
      document,
      [...at, subject],
      message,
      'test an offer or the line, or write "when" at the fields',
      'key',
    );
  }
}

/** How many letters of a screen's name its offers have, too: `regis`. */
const STEM = 5;

/** A form of a screen that asks for another offer than the one called after both: `email` of `register` for `phoneRegistration`. */
function misoffered(
  { line }: Scope,
  id: string,
  screen: Screen,
): { at: Path; form: string; offer: string } | undefined {
  const forms = formsOf(screen).map(([form, { when }]) => ({
    form,
    asked: testsOf(when).flatMap(({ offer }) => offer ?? []),
  }));
  const stem = id.replaceAll('-', '').slice(0, STEM);
  for (const { form, asked } of forms) {
    const isOwn = (offer: string): boolean =>
      offer.toLowerCase().startsWith(form) && offer.toLowerCase().includes(stem);
    const offer = Object.entries(line.line.offers ?? {}).find(([name, isOn]) => isOn && isOwn(name))?.[0];
    const isAsked = forms.some((other) => other.asked.some((each) => each === offer));
    const at: Path = ['forms', form, 'when', 'offer'];
    if (offer !== undefined && !isAsked && asked.length === 1) return { at, form, offer };
  }
  return undefined;
}

/** A screen that the line shows has a form that the line offers. */
function checkSomeForm(scope: Scope, id: string, screen: Screen): void {
  const { line } = scope;
  const forms = formsOf(screen);
  if (forms.length === 0 || !mayHold(screen.when, line) || forms.some(([, form]) => mayHold(form.when, line))) return;
  const offers = [...new Set(forms.flatMap(([, form]) => testsOf(form.when).flatMap(({ offer }) => offer ?? [])))];
  const wrong = misoffered(scope, id, screen);
  if (wrong !== undefined) {
    const message = `screen ${id} is left without a form: its form ${wrong.form} asks for offer ${offers.map((each) => `"${each}"`).join(', ')}`;
    scope.report(`screens/${id}`, wrong.at, message, `write "${wrong.offer}"`, 'value', `forms of ${id}`);
    return;
  }
  const sayings = offers.map((offer): Saying => ({ document: 'line', at: ['offers', offer], part: 'key', fix: '' }));
  const [first, ...others] = sayings;
  if (first === undefined) return;
  const { document, at } = topmost(line, first, ...others);
  // What all lines begin with is right: this one has to offer something.
  const isOwn = heightOf(line, line.origin(document, at)) > 0;
  const listed = offers.map((offer) => `"${offer}"`).join(', ');
  const message = `screen ${id} is left without a form: nothing is offered of ${listed}`;
  const fix = `write "${at.at(-1)}": true, or another of them`;
  scope.report('line', isOwn ? at : ['extends'], message, fix, 'key', `forms of ${id}`);
}

function checkForms(scope: Scope, names: Names, id: string, screen: Screen): void {
  const document = `screens/${id}`;
  const calls = scope.line.calls.calls ?? {};
  const [first] = formsOf(screen);
  if (first && formsOf(screen).every(([, form]) => form.dialog !== undefined)) {
    const message = 'every form is a dialog, so the screen has none to show';
    scope.report(document, ['forms', first[0], 'dialog'], message, 'add a form without "dialog"', 'key');
  }
  checkSomeForm(scope, id, screen);
  for (const [name, form] of formsOf(screen)) {
    const entries = fieldsOf(form);
    const together = entries.map((other) => other.field);
    checkCondition(scope, names, document, ['forms', name, 'when'], form.when);
    checkOffered(scope, document, ['forms', name, 'when'], form.when);
    for (const [index, value] of (form.username ?? []).entries()) {
      const at: Path = ['forms', name, 'username', index];
      if (!names.flow.has(value)) scope.unknown(document, at, 'flow value', value, names.flow);
    }
    const asks = entries.find((entry) => scope.line.fields[entry.field]?.autocomplete === 'username');
    if (form.username !== undefined && asks !== undefined) {
      const message = `field "${asks.field}" says whose password form ${name} takes`;
      scope.report(document, ['forms', name, 'username'], message, 'delete it', 'key');
    }
    for (const [index, entry] of entries.entries()) {
      const at: Path = ['forms', name, 'fields', index];
      const inner = typeof form.fields[index] === 'string' ? at : [...at, 'field'];
      const field = scope.line.fields[entry.field];
      if (!field) scope.unknown(document, inner, 'field', entry.field, names.fields);
      if (entries.findIndex((other) => other.field === entry.field) < index) {
        scope.report(document, inner, `field "${entry.field}" twice in form ${name}`, 'delete one of the two');
      }
      if (!('check' in entry) && !('when' in entry)) continue;
      // Of another form's fields nothing is known while this one is shown.
      checkCondition(scope, names, document, [...at, 'when'], entry.when, new Set(together));
      // A circle is one mistake, told where it begins.
      if (entries.findIndex(({ field: each }) => dependsOnItself(each, entries)) === index) {
        const message = `whether field "${entry.field}" is shown depends on itself`;
        scope.report(document, [...at, 'when'], message, 'let it depend on a field that is shown without it');
      }
      const several = checksOf(entry).length > 1;
      for (const [nth, check] of checksOf(entry).entries()) {
        const here: Path = [...at, 'check', ...(several ? [nth] : [])];
        if (!calls[check.call]) unknownCall(scope, document, [...here, 'call'], check.call);
        for (const [property, value] of Object.entries(check.with ?? {})) {
          checkValue(scope, names, document, [...here, 'with', property], value);
        }
      }
    }
  }
}

function checkBlocks(scope: Scope, names: Names, id: string, screen: Screen): void {
  const document = `screens/${id}`;
  for (const { at, block } of blocksOf(screen)) {
    checkCondition(scope, names, document, [...at, 'when'], block.when, fieldIds(screen));
    if (block.block === 'banner') {
      const files = new Set(Object.values(scope.all).flatMap((line) => Object.keys(line.registerStatic)));
      const known = [...files].map((file) => file.replace(/\.json$/, ''));
      if (!known.includes(block.file)) scope.unknown(document, [...at, 'file'], 'banner', block.file, known);
    } else if (block.block === 'facts') {
      for (const [index, value] of block.values.entries()) {
        if (!names.flow.has(value)) scope.unknown(document, [...at, 'values', index], 'flow value', value, names.flow);
      }
      if (block.extras !== undefined && !names.flow.has(block.extras))
        scope.unknown(document, [...at, 'extras'], 'flow value', block.extras, names.flow);
    } else if (block.block === 'frame') {
      if (!names.flow.has(block.params))
        scope.unknown(document, [...at, 'params'], 'flow value', block.params, names.flow);
    } else if (block.block === 'providers') {
      if (block.from !== undefined && !names.flow.has(block.from))
        scope.unknown(document, [...at, 'from'], 'flow value', block.from, names.flow);
    } else if (block.block === 'records') {
      if (!names.flow.has(block.from)) scope.unknown(document, [...at, 'from'], 'flow value', block.from, names.flow);
      for (const [index, row] of (block.rowEvents ?? []).entries()) {
        for (const [property, value] of Object.entries((typeof row === 'object' && row.where) || {})) {
          if (typeof value === 'object')
            checkEnum(scope, document, [...at, 'rowEvents', index, 'where', property], value);
        }
      }
    }
  }
}

function checkStates(scope: Scope, id: string, screen: Screen): void {
  const document = `screens/${id}`;
  const states = Object.keys(screen.states ?? {});
  if ('initial' in screen && !states.includes(screen.initial)) {
    scope.unknown(document, ['initial'], 'state', screen.initial, states);
  }
  if (screen.kind !== 'form' && screen.kind !== 'choice') {
    checkPlaces(scope, document, screen);
    checkDeadEnds(scope, id, screen);
    return;
  }
  const forms = formsOf(screen).map(([name]) => name);
  const codes = scope.line.errors.codes ?? {};
  for (const [state, { form, error, values }] of Object.entries(screen.states ?? {})) {
    if (form !== undefined && !forms.includes(form)) {
      scope.unknown(document, ['states', state, 'form'], 'form', form, forms);
    }
    if (error !== undefined && !Object.hasOwn(codes, error)) {
      scope.unknown(document, ['states', state, 'error'], 'error code', error, Object.keys(codes));
    }
    for (const field of Object.keys(values ?? {})) {
      if (!fieldIds(screen).has(field)) {
        scope.unknown(document, ['states', state, 'values', field], 'field', field, fieldIds(screen), 'key');
      }
    }
  }
}

/** Where a QR screen's picture comes from, and the states it falls into by itself. */
function checkPicture(scope: Scope, names: Names, id: string, screen: Screen): void {
  if (screen.kind !== 'qr') return;
  const document = `screens/${id}`;
  const states = Object.keys(screen.states ?? {});
  if (screen.expired !== undefined && !states.includes(screen.expired)) {
    scope.unknown(document, ['expired'], 'state', screen.expired, states);
  }
  for (const [state, { picture, polls }] of Object.entries(screen.states ?? {})) {
    if (screen.pollEvent === undefined || polls === true || (picture !== 'shown' && picture !== 'veiled')) continue;
    const message = `state "${state}" shows a picture that is waited for, and never asks what came of it`;
    scope.report(document, ['states', state], message, 'add "polls": true', 'key');
  }
  for (const [name, value] of Object.entries(screen.picture ?? {})) {
    const known = name === 'broken' ? states : names.flow;
    const kind = name === 'broken' ? 'state' : 'flow value';
    if (!new Set(known).has(value)) scope.unknown(document, ['picture', name], kind, value, known);
  }
}

function checkEvents(scope: Scope, id: string, screen: Screen): void {
  const all = scope.line.flow.screens ?? {};
  // The events of a screen whose name is written wrongly in the flow are there.
  if (!all[id] && Object.keys(all).some((other) => !scope.line.screens[other])) return;
  const events = Object.keys(all[id] ?? {});
  for (const { document, at, event } of firedBy(scope.line, id, screen)) {
    if (!events.includes(event)) scope.unknown(document, at, `event of screen ${id}`, event, events);
  }
}
