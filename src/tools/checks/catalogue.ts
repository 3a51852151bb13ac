/** Checks errors.json and stored.json. */
import { errorFields } from '../../engine/failures.ts';
import { reasonNames } from '../implied.ts';
import type { Scope } from './scope.ts';
import { checkTarget, type Names } from './values.ts';

export function checkErrors(scope: Scope, names: Names): void {
  const { line } = scope;
  const answered = new Set(Object.values(line.calls.calls ?? {}).flatMap((call) => call.fails ?? []));
  for (const [code, entry] of Object.entries(line.errors.codes ?? {})) {
    const at = ['codes', code];
    for (const [index, field] of errorFields(entry).entries()) {
      const place = typeof entry.field === 'string' ? [...at, 'field'] : [...at, 'field', index];
      if (!names.fields.has(field)) scope.unknown('errors', place, 'field', field, names.fields);
    }
    if (entry.shows === 'field' && entry.field === undefined && !entry.named) {
      scope.report('errors', at, `"${code}" shows on a field and names none`, 'add "field"');
    }
    if (entry.named && (entry.shows !== 'field' || entry.field !== undefined)) {
      const message = `the answer names the field of "${code}"`;
      scope.report(
        'errors',
        [...at, entry.field === undefined ? 'named' : 'field'],
        message,
        'write "shows": "field" and no "field"',
        'key',
      );
    }
    if (entry.marks && entry.field === undefined) {
      scope.report('errors', [...at, 'marks'], `"${code}" marks a field and names none`, 'add "field"');
    }
    for (const [index, field] of (entry.clears ?? []).entries()) {
      if (!names.fields.has(field)) scope.unknown('errors', [...at, 'clears', index], 'field', field, names.fields);
    }
    if (entry.go !== undefined && !names.screens.has(entry.go)) {
      scope.unknown('errors', [...at, 'go'], 'screen', entry.go, names.screens);
    }
    if (entry.timer !== undefined && !names.timers.has(entry.timer)) {
      scope.unknown('errors', [...at, 'timer'], 'timer', entry.timer, names.timers);
    }
    const sets = reasonNames(line);
    if (entry.impliedBy !== undefined && !sets.includes(entry.impliedBy)) {
      scope.unknown('errors', [...at, 'impliedBy'], 'header set', entry.impliedBy, sets);
    }
    for (const [index, link] of (entry.links ?? []).entries()) {
      checkTarget(scope, names, 'errors', [...at, 'links', index], link, undefined);
    }
    if (!answered.has(code) && !entry.recorded) {
      const message = `no call answers "${code}"`;
      scope.lack('errors', at, message, 'add it to the "fails" of a call, or write "recorded": true', 'key');
    }
    if (answered.has(code) && entry.recorded) {
      const message = `"${code}" is marked as recorded, and a call answers it`;
      scope.report('errors', [...at, 'recorded'], message, 'delete "recorded"', 'key');
    }
  }
}

export function checkStored(scope: Scope, names: Names): void {
  const { stored } = scope.line;
  for (const [key, entry] of Object.entries(stored.keys ?? {})) {
    if (entry.visit && (entry.query === undefined || String(entry.where) !== 'session')) {
      const message = `"visit" of ${key}, which ${entry.query === undefined ? 'no address brings' : 'outlives its tab'}`;
      const fix = entry.query === undefined ? 'add "query", or delete "visit"' : 'write "where": ["session"]';
      scope.report('stored', ['keys', key, 'visit'], message, fix, 'key');
    }
    if (entry.unless !== undefined && !names.stored.has(entry.unless)) {
      scope.unknown('stored', ['keys', key, 'unless'], 'stored key', entry.unless, names.stored);
    }
    if (entry.query !== undefined && stored.query?.dropped?.includes(entry.query)) {
      const message = `query parameter "${entry.query}" is stored here and dropped below`;
      scope.report('stored', ['keys', key, 'query'], message, 'delete it from "dropped"');
    }
  }
  for (const [parameter, field] of Object.entries(stored.query?.fields ?? {})) {
    if (!names.fields.has(field)) scope.unknown('stored', ['query', 'fields', parameter], 'field', field, names.fields);
  }
}
