/** Checks calls.json against the shapes of `schemas/api`, the error catalogue and the flow. */

import type { Call } from '../../engine/whole.ts';
import type { Value, Calls as Written } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { propertiesOf, requiredOf, sharedShape } from '../extras.ts';
import { impliedCodes, REASONS, reasonsOf } from '../implied.ts';
import { isGuardedBy } from '../implied-calls.ts';
import type { Path } from '../load.ts';
import { unknownKeywords } from './api.ts';
import { type Saying, topmost } from './blame.ts';
import { checkConstants, checkFixed, checkReplaced } from './constants.ts';
import { nearest } from './fault.ts';
import { responseOf } from './flow.ts';
import { checkNamed, takes, tellAside } from './live-checks.ts';
import { shapeless } from './misnamed-calls.ts';
import { checksOf, eventsOf, fieldIds, fieldsOf, formsOf, type Scope } from './scope.ts';
import { eventsOfForms } from './sends.ts';
import { checkValue, type Names } from './values.ts';

/** Calls that the flow or a field's live check makes; the others are made by code. */
const madeByData = ({ line }: Scope) =>
  new Set([
    ...eventsOf(line).flatMap(({ event }) => callsOfEvent(line, event)),
    ...Object.values(line.screens).flatMap((screen) =>
      formsOf(screen).flatMap(([, form]) =>
        fieldsOf(form).flatMap((entry) => checksOf(entry).map((check) => check.call)),
      ),
    ),
  ]);

export function checkCalls(scope: Scope, names: Names): void {
  const { calls, api, documents } = scope.line;
  const made = madeByData(scope);
  for (const [set, headers] of Object.entries(calls.headers ?? {})) {
    for (const [header, value] of Object.entries(headers)) {
      checkValue(scope, names, 'calls', ['headers', set, header], value);
    }
    checkFixed(scope, 'calls', ['headers', set], headers);
  }
  checkImplied(scope);
  const addresses = new Map<string, string>();
  for (const [id, call] of Object.entries(calls.calls ?? {})) {
    checkCall(scope, names, id, call, made.has(id));
    const address = `${call.method} ${call.path}`;
    const owner = addresses.get(address);
    if (owner !== undefined) {
      const { file, line: where } = scope.line.origin('calls', ['calls', owner, 'path']) ?? {};
      const message = `${address} belongs to call ${owner} (${file}:${where})`;
      scope.report('calls', ['calls', id, 'path'], message, 'write another path');
    }
    addresses.set(address, id);
    if (!documents[`api/${id}`]) shapeless(scope, id);
  }
  for (const id of Object.keys(api)) {
    if (!calls.calls?.[id] && documents[`api/${id}`]) {
      scope.report(`api/${id}`, [], `no call "${id}" in calls.json`, 'add the call, or delete this file', 'value', id);
    }
  }
  checkUses(scope);
}

function checkCall(scope: Scope, names: Names, id: string, call: Call, made: boolean): void {
  const at: Path = ['calls', id];
  const { line } = scope;
  const sets = Object.keys(line.calls.headers ?? {});
  for (const [index, set] of (call.headers ?? []).entries()) {
    if (!sets.includes(set)) scope.unknown('calls', [...at, 'headers', index], 'header set', set, sets);
  }
  const request = requestOf(scope, id);
  const written = writtenCalls(scope)[id] ?? {};
  for (const [property, value] of Object.entries(call.body ?? {})) {
    checkValue(scope, names, 'calls', [...at, 'body', property], value, { anyFlow: !made });
    if (request && !request.properties.includes(property) && written.body?.[property] !== undefined) {
      scope.unknown(
        'calls',
        [...at, 'body', property],
        `request property of ${id}`,
        property,
        request.properties,
        'key',
      );
    }
  }
  checkConstants(scope, 'calls', [...at, 'body'], id, call.body);
  checkMethod(scope, at, id, call);
  const answer = responseOf(scope, id);
  const inAnswer = (step: Path, property: string) => {
    if (answer && !answer.includes(property)) {
      scope.unknown('calls', [...at, ...step], `property of the answer of ${id}`, property, answer);
    }
  };
  for (const [name, property] of Object.entries(call.keeps ?? {})) inAnswer(['keeps', name], property);
  for (const [key, value] of Object.entries(call.saves ?? {})) {
    if (!names.stored.has(key)) scope.unknown('calls', [...at, 'saves', key], 'stored key', key, names.stored, 'key');
    if (typeof value === 'string') inAnswer(['saves', key], value);
    else for (const [index, part] of value.join.entries()) inAnswer(['saves', key, 'join', index], part);
  }
  const codes = Object.keys(line.errors.codes ?? {});
  for (const [index, code] of (written.fails ?? []).entries()) {
    if (codes.includes(code)) continue;
    const others = codes.filter((other) => !written.fails?.includes(other));
    const known = nearest(code, others) === undefined ? codes : others;
    scope.unknown('calls', [...at, 'fails', index], 'error code', code, known);
  }
  for (const [index, code] of (call.plain ?? []).entries()) {
    if (!call.fails.includes(code))
      scope.unknown('calls', [...at, 'plain', index], 'code of "fails"', code, call.fails);
  }
  const untaken = Object.keys(call.body ?? {}).filter(
    (property) => written.body?.[property] === undefined && request?.properties.includes(property) === false,
  );
  if (untaken.length > 0) {
    const message = `call ${id} is guarded by a captcha, and its shape takes no ${untaken.join(', ')}`;
    scope.report('calls', [...at, 'guard', 'captcha'], message, `add them to schemas/api/${id}.json`);
  }
}

/** GET asks: what changes something may be carried out by whoever shows its address, and a secret would stand in it. */
function checkMethod(scope: Scope, at: Path, id: string, { method, takes, guard, body = {} }: Call): void {
  if (method !== 'GET') return;
  const secret = Object.values(body).some(
    (value) =>
      'field' in value &&
      (scope.line.fields[value.field]?.secret || ('through' in value && value.through === 'password-digest')),
  );
  if (takes === undefined && !guard?.idempotent && !secret) return;
  const message = `call ${id} ${secret ? 'sends a secret' : 'changes something'}, and is a GET`;
  scope.report('calls', [...at, 'method'], message, 'write "POST"');
}

/** The calls as the layers say them. */
const writtenCalls = ({ line }: Scope): Readonly<Record<string, Partial<Written['calls'][string]>>> =>
  (line.documents.calls?.value as Partial<Written> | undefined)?.calls ?? {};

/** What a captcha guards answers a code that asks for one: else nobody would be shown it. */
function checkAsking(scope: Scope, calls: ReturnType<typeof writtenCalls>): void {
  const { line } = scope;
  const codes = Object.entries(line.errors.codes ?? {});
  const [guarded] = Object.entries(calls).find(([, call]) => isGuardedBy(call?.guard?.captcha)) ?? [];
  const implied = codes.filter(([, { impliedBy }]) => impliedBy === 'captcha');
  if (guarded === undefined || implied.some(([, { asks }]) => asks === 'captcha')) return;
  const message = `call ${guarded} is guarded by a captcha, and no code that asks for one is implied by it`;
  const asking = codes.filter(([, { asks }]) => asks === 'captcha');
  const lost = asking.find(([, { recorded }]) => !recorded);
  if (lost) {
    const at = ['codes', lost[0], 'impliedBy'];
    scope.report('errors', at, message, 'write "impliedBy": "captcha" at this code, which asks for one', 'key');
    return;
  }
  // Of several the one that refuses as such codes do: another one says that what was given is wrong.
  const [code] =
    implied.find(([, { status }]) => asking.some(([, each]) => each.status === status)) ?? implied[0] ?? [];
  if (code === undefined) {
    const fix = 'write "impliedBy": "captcha" at the code with "asks": "captcha"';
    scope.report('errors', ['codes'], message, fix, 'key');
    return;
  }
  const places = ['impliedBy', 'asks'].map(
    (name): Saying => ({ document: 'errors', at: ['codes', code, name], fix: '' }),
  );
  const { at } = topmost(line, ...(places as [Saying, Saying]));
  scope.report('errors', at, message, 'add "asks": "captcha" to this code', 'key');
}

/** A code that is implied is listed by no call. */
function checkImplied(scope: Scope): void {
  const { line } = scope;
  const calls = writtenCalls(scope);
  checkAsking(scope, calls);
  for (const [id, reasons] of reasonsOf(line)) {
    const implied = impliedCodes(line.errors, reasons);
    for (const [index, code] of (calls[id]?.fails ?? []).entries()) {
      if (!implied.includes(code)) continue;
      const reason = line.errors.codes[code]?.impliedBy ?? '';
      const because = REASONS.some((each) => each === reason) ? `"${reason}"` : `header set "${reason}"`;
      scope.report('calls', ['calls', id, 'fails', index], `"${code}" is implied by ${because}`, 'delete it');
    }
  }
}

function requestOf({ line }: Scope, call: string): { properties: string[]; required: string[] } | undefined {
  const shape = line.api[call];
  if (!shape?.request || unknownKeywords(shape.request).length > 0) return undefined;
  // What a line's own shape leaves out is told of the shape.
  const properties = { ...propertiesOf(sharedShape(line, call)), ...propertiesOf(shape) };
  return { properties: Object.keys(properties), required: [...requiredOf(shape)] };
}

/** At each place where a call is made, what it needs is given. */
function checkUses(scope: Scope): void {
  const { line } = scope;
  for (const { screen, name, event } of eventsOf(line)) {
    for (const call of callsOfEvent(line, event))
      checkUse(
        scope,
        'flow',
        ['screens', screen, name],
        call,
        event.with,
        // What a form's event lacks is told of the form.
        eventsOfForms(line, screen).has(name) ? undefined : fieldIds(line.screens[screen]),
      );
  }
  for (const [id, screen] of Object.entries(line.screens)) {
    for (const [name, form] of formsOf(screen)) {
      for (const [index, entry] of fieldsOf(form).entries()) {
        const several = checksOf(entry).length > 1;
        for (const [nth, check] of checksOf(entry).entries()) {
          const at: Path = ['forms', name, 'fields', index, 'check', ...(several ? [nth] : [])];
          if (!takes(scope, check, entry.field)) tellAside(scope, `screens/${id}`, at, check.call, entry);
          else {
            checkUse(scope, `screens/${id}`, at, check.call, check.with, fieldIds(screen));
            checkNamed(scope, `screens/${id}`, at, check, entry.field);
          }
        }
      }
    }
  }
}

function checkUse(
  scope: Scope,
  document: string,
  at: Path,
  id: string,
  given: Readonly<Record<string, Value>> | undefined,
  fields: ReadonlySet<string> | undefined,
): void {
  const call = scope.line.calls.calls?.[id];
  const request = requestOf(scope, id);
  if (!call || !request) return;
  for (const property of Object.keys(given ?? {})) {
    if (!request.properties.includes(property)) {
      scope.unknown(
        document,
        [...at, 'with', property],
        `request property of ${id}`,
        property,
        request.properties,
        'key',
      );
    }
  }
  checkConstants(scope, document, [...at, 'with'], id, given);
  checkReplaced(scope, document, [...at, 'with'], id, given);
  const body: Record<string, Value> = { ...call.body, ...given };
  // A live check says what it sends in "with", an event in "body".
  const word = document === 'flow' ? 'body' : 'with';
  for (const property of request.required) {
    const value = body[property];
    if (!value) {
      const message = `call ${id} needs "${property}", which nothing gives`;
      // Where no other event gives it either, it is the call that lacks it.
      const isGiven = eventsOf(scope.line).some(
        ({ event }) => event.with?.[property] && callsOfEvent(scope.line, event).includes(id),
      );
      const here = isGiven
        ? { document, at: [...at, 'call'], fix: `add "${property}" to "${word}" here, or to the call's body` }
        : {
            document: 'calls',
            at: ['calls', id, 'body'],
            part: 'key' as const,
            fix: `add "${property}" here, or to "${word}" where it is made`,
          };
      const fix = `give "${property}" in the body of ${id} in calls.json, or delete it here`;
      const told = topmost(scope.line, here, {
        document: `api/${id}`,
        at: ['request', 'required', request.required.indexOf(property)],
        fix,
      });
      scope.lack(told.document, told.at, message, told.fix, told.part);
    } else if (fields && 'field' in value && !fields.has(value.field) && scope.line.fields[value.field]) {
      const message = `call ${id} needs "${property}" from field "${value.field}", which this screen has not`;
      scope.lack(document, [...at, 'call'], message, `add the field, or give "${property}" in "${word}"`);
    }
  }
}
