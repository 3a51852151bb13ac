/** @jest-environment ./tests/page-environment.cjs */
/**
 * What only the service finds wrong is told at the field, in the words that the browser would have used: every line, form,
 * field and keyword, with the browser's own check removed and the service's real one answering.
 */
import '@testing-library/jest-dom';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, waitFor } from '@testing-library/react';
import type { HttpRequest } from '../../src/browser/http.ts';
import type { Result } from '../../src/engine/flow.ts';
import { type FieldValue, isSettled } from '../../src/engine/form-schema.ts';
import type { FormField, Pack } from '../../src/engine/pack.ts';
import { shownFields } from '../../src/screens/page.ts';
import { tabsOf } from '../../src/screens/page-model.ts';
import type { CompiledLine } from '../../src/tools/compile-line.ts';
import { compiledLines } from '../compiled-lines.ts';
import { judgeOf, typedProperties } from '../typed-properties.ts';
import { openPage } from './page.tsx';

const LAYERS = readdirSync('lines');
const LINES = LAYERS.filter((name) => !name.startsWith('_'));
const SCREENS = [
  ...new Set(
    LAYERS.map((layer) => join('lines', layer, 'screens'))
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder).map((file) => file.replace('.json', ''))),
  ),
];

/** A value for each keyword of a field's rule that breaks it, as far as a visitor can enter one. */
function wrongValues({ field: { rule }, optional, options }: FormField): readonly FieldValue[] {
  const { minLength = 0, maxLength } = rule;
  const text = rule.type === 'string' && options === undefined;
  return [
    ...(optional ? [] : [rule.type === 'boolean' ? false : undefined]),
    ...(text && minLength > 1 ? ['a'.repeat(minLength - 1)] : []),
    ...(text && maxLength !== undefined ? ['a'.repeat(maxLength + 1)] : []),
    // A length that fits: what is left to be wrong is a pattern, named or not.
    ...(text ? ['!', '..', '#@', '1', 'a'].map((each) => each.repeat(Math.max(minLength, 8)).slice(0, maxLength)) : []),
  ];
}

/** Something that stands in another field, so that it is none of the service's to say that it is missing. */
const anything = ({ field: { rule }, options }: FormField): FieldValue =>
  options?.[0] ?? (rule.type === 'boolean' ? true : rule.type === 'array' ? [] : 'x');

/** The service's answer to one property of a call, as the browser gets it. */
function serviceOf(server: CompiledLine['server'], call: string, property: string) {
  const judge = judgeOf(server, call, property);
  return ({ body }: HttpRequest): Result => {
    const failure = judge(body);
    if (failure === undefined) return { kind: 'offline' };
    return { kind: 'answer', code: failure.code, data: { ...failure.data }, requestId: 'r-1' };
  };
}

const noteOf = (field: string): string => document.getElementById(`field_${field}__note`)?.textContent ?? '';
/** What the service's answers were told as: screen, form and message key. */
const told = new Set<string>();
const isAccused = (field: string): boolean =>
  document.querySelector(`#field_${field}[aria-invalid=true], #field_${field}__group[data-invalid]`) !== null;

/** Forms that were tried on an earlier line, with the same rules, shapes and words. */
const tried = new Set<string>();

interface Place {
  readonly line: string;
  readonly language: string;
  readonly screen: string;
  readonly form: string;
  readonly pack: Pack;
  readonly server: CompiledLine['server'];
}

/** What of a form the service finds wrong, and is not told at its field in the browser's words. */
async function wronglyTold({ line, language, screen, form, pack, server }: Place): Promise<readonly unknown[]> {
  const wrong: unknown[] = [];
  const event = (pack.screen.kind === 'form' && pack.screen.forms[form]?.event) || '';
  const { call, typed } = typedProperties(pack, event);
  const sameness = JSON.stringify([screen, form, pack.forms[form], server.api[call]?.request, pack.messages]);
  if (call === '' || tried.has(sameness)) return wrong;
  tried.add(sameness);
  let judge: (request: HttpRequest) => Result = () => ({ kind: 'offline' });
  const { running, unmount } = await openPage({
    line,
    screen,
    language,
    stored: { clientRSThirdToken: 'token' },
    answers: { [call]: (request) => judge(request) },
  });
  act(() => running.model.set({ form }));
  const fields = shownFields(running, running.model.get());
  const { validators } = running.model.get();
  for (const { field: id, property } of typed) {
    judge = serviceOf(server, call, property);
    const field = fields.find((each) => each.id === id);
    for (const value of field === undefined || isSettled(field) ? [] : wrongValues(field)) {
      const others = fields.map((each) => [each.id, anything(each)]);
      const values = { ...Object.fromEntries(others), [id]: value };
      for (const each of fields) if (each.field.sameAs) values[each.id] = values[each.field.sameAs];
      const clean = { values, fieldFailures: {}, failure: undefined, pending: undefined, captcha: undefined };
      act(() => running.model.set({ ...clean, validators, left: fields.map((each) => each.id) }));
      const own = isAccused(id) ? noteOf(id) : '';
      act(() => running.model.set({ ...clean, validators: {}, left: [] }));
      expect(isAccused(id)).toBe(false);
      fireEvent.submit(document.querySelector('form') as HTMLFormElement);
      await waitFor(() => expect(running.model.get().pending).toBeUndefined(), { timeout: 20_000 });
      const { fieldFailures, failure } = running.model.get();
      // What the browser takes, the service takes, too (`verdicts.test.ts`). Some values the call's handler judges.
      if (own === '' || failure?.code === 'offline') continue;
      told.add(`${screen} ${form} ${fieldFailures[id]?.key}`);
      const said = { screen, form, id, value, failure: failure?.key, told: noteOf(id), accused: isAccused(id) };
      if (said.told !== own || !said.accused || failure) wrong.push({ ...said, own });
    }
  }
  unmount();
  return wrong;
}

test('every screen of every line is one of those below', async () => {
  const all = Object.values(await compiledLines()).flatMap(({ languages }) =>
    Object.values(languages).flatMap(({ screens }) => Object.keys(screens)),
  );
  expect([...new Set(all)].filter((screen) => !SCREENS.includes(screen))).toEqual([]);
});

/** Each screen by itself: one of a line with all its values takes a slow machine a minute. */
describe.each(LINES)('%s', (line) => {
  test.each(SCREENS)('%s', async (screen) => {
    const { server, languages } = (await compiledLines())[line] as CompiledLine;
    const language = server.line.languages.default;
    const { pack } = languages[language]?.screens[screen] ?? {};
    const wrong: unknown[] = [];
    for (const form of pack?.screen.kind === 'form' ? tabsOf(pack) : [])
      wrong.push(...(await wronglyTold({ line, language, screen, form, pack: pack as Pack, server })));
    expect(wrong).toEqual([]);
  });
});

test('each kind of fault was told at many fields', () => {
  const keywords = new Map<string, number>();
  for (const each of told) {
    const keyword = each.split('.').at(-1) as string;
    keywords.set(keyword, (keywords.get(keyword) ?? 0) + 1);
  }
  for (const keyword of ['required', 'minLength', 'maxLength', 'pattern'])
    expect([keyword, keywords.get(keyword)]).toEqual([keyword, expect.any(Number)]);
  expect(told.size).toBeGreaterThan(60);
});
