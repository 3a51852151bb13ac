/** Checks what the actions of an outcome take. */
import type { Action } from '../../engine/whole.ts';
import { ARGUMENTS } from '../implied-flow.ts';
import type { Path } from '../load.ts';
import { suggest } from './fault.ts';
import { fieldIds, formsOf, type Scope } from './scope.ts';
import { formWithout, isLacking } from './sends.ts';
import type { Names } from './values.ts';

/** A field that a screen has not. One that the line has may be what a form of the screen lacks. */
export function notHere(scope: Scope, at: Path, screen: string, field: string): void {
  const { line } = scope;
  const fields = fieldIds(line.screens[screen]);
  if (!line.fields[field]) {
    scope.unknown('flow', at, `field of screen ${screen}`, field, fields);
    return;
  }
  if (isLacking(line, screen, field)) return;
  const form = formWithout(line, screen, field);
  if (form === undefined) {
    const fix = suggest(field, fields, `show field "${field}" there, or name another`);
    scope.lack('flow', at, `unknown field of screen ${screen} "${field}"`, fix, 'value', field);
    return;
  }
  const message = `form ${form} lacks field "${field}", which the events of the screen name`;
  scope.lack(`screens/${screen}`, ['forms', form, 'fields'], message, `add field "${field}" to the form`);
}

/** Whether it takes what is given to it. */
function isGiven(scope: Scope, at: Path, given: Action): boolean {
  const { action } = given;
  const argument = ARGUMENTS[action];
  if (argument === undefined) {
    if (Object.keys(given).length === 1) return true;
    scope.report('flow', [...at, 'given'], `action ${action} takes nothing`, 'write true');
  } else if (given[argument] === undefined) {
    const one = argument.replace(/s$/, '').replace('key', 'stored key');
    const fix = argument.endsWith('s') ? `write a ${one} or a list of them` : `write a ${one}`;
    scope.report('flow', at, `action ${action} without its ${argument}`, fix);
  } else if (!argument.endsWith('s') && Array.isArray(given[argument])) {
    scope.report('flow', [...at, argument], `action ${action} takes one ${argument}`, 'write one, without brackets');
  } else return true;
  return false;
}

export function checkAction(scope: Scope, names: Names, screen: string, at: Path, action: Action): void {
  if (!isGiven(scope, at, action)) return;
  const here = scope.line.screens[screen];
  const fields = fieldIds(here);
  if (action.timer !== undefined && !names.timers.has(action.timer)) {
    scope.unknown('flow', [...at, 'timer'], 'timer', action.timer, names.timers);
  }
  const forms = here ? formsOf(here).map(([name]) => name) : [];
  if (action.form !== undefined && !forms.includes(action.form)) {
    scope.unknown('flow', [...at, 'form'], 'form', action.form, forms);
  }
  if (action.field !== undefined && !fields.has(action.field)) {
    notHere(scope, [...at, 'field'], screen, action.field);
  }
  for (const [index, field] of (action.fields ?? []).entries()) {
    if (!fields.has(field)) notHere(scope, [...at, 'fields', index], screen, field);
  }
  for (const [index, key] of (action.keys ?? []).entries()) {
    if (!names.stored.has(key)) scope.unknown('flow', [...at, 'keys', index], 'stored key', key, names.stored);
  }
}
