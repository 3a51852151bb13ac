/** @jest-environment ./tests/page-environment.cjs */
/** What the bundler replaces (package.json, `alias`) changes size only: every form is run with and without. */
import '@testing-library/jest-dom';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compiledLines } from '../compiled-lines.ts';

const root = path.resolve(__dirname, '../..');
const { alias } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  alias: Readonly<Record<string, string>>;
};

/** The page has no ICU parser; the compiler, which runs in the same test, needs it. */
const PARSER = '@formatjs/icu-messageformat-parser';

const moduleOf = (name: string): string => (name.startsWith('./') ? path.join(root, name) : name);
const replaced = Object.entries(alias).filter(([from]) => from !== PARSER);

/** Puts the stand-ins in, as the bundler does. */
function standIn(): void {
  for (const [from, to] of replaced) jest.doMock(moduleOf(from), () => jest.requireActual(moduleOf(to)));
}

afterEach(() => {
  for (const [from] of replaced) jest.dontMock(moduleOf(from));
  document.body.replaceChildren();
});

// Each walk brings its own testing library, whose hooks a running test cannot take.
Object.assign(globalThis, { beforeAll: undefined, beforeEach: undefined, afterEach: undefined, afterAll: undefined });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** What a visitor sees and sends, step by step, on a form of its own module instances. */
async function walk(): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  // The whole walk, since modules loaded later must be of the same instances.
  await jest.isolateModulesAsync(async () => {
    const { openPage, ok, recorded } = require('./page.tsx') as typeof import('./page.tsx');
    const { screen, waitFor, cleanup } = require('@testing-library/react') as typeof import('@testing-library/react');
    const page = await openPage({
      line: 'foxrenderfarm',
      screen: 'register',
      answers: {
        'register-check': ok(),
        'is-blacklist-email': ok(),
        'register-email': recorded('register-email', 'Account.UserName.Existed'),
      },
    });
    const html = (): void => void seen.push(page.container.innerHTML.replace(/_r_\w+_/g, '_id_'));
    html();
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    html();
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'mei@example.com');
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('textbox', { name: 'Username' });
    html();
    await page.user.type(screen.getByRole('textbox', { name: 'Username' }), 'mei');
    // Emptied and written again: what was there must not come back.
    await page.user.clear(screen.getByRole('textbox', { name: 'Username' }));
    html();
    await page.user.type(screen.getByRole('textbox', { name: 'Username' }), 'mei_lin');
    await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Abcdefg12');
    await page.user.click(screen.getByRole('radio', { name: 'Animation' }));
    await page.user.click(screen.getByRole('checkbox'));
    html();
    await page.user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(screen.getByText(/^Username already exists/)).toBeVisible());
    html();
    seen.push(page.sent('register-email').map(({ body }) => body));
    cleanup();
    page.unmount();
  });
  return seen;
}

/** The forms of all lines; one that several lines have alike is walked once. */
async function everyForm(): Promise<readonly (readonly [line: string, screen: string, form: string])[]> {
  const found = new Map<string, readonly [string, string, string]>();
  for (const [line, { languages }] of Object.entries(await compiledLines()))
    for (const [screen, { pack }] of Object.entries(languages.en?.screens ?? {}))
      if (pack.screen.kind === 'form')
        for (const [form, compiled] of Object.entries(pack.forms)) {
          const alike = JSON.stringify([screen, form, compiled]);
          if (!found.has(alike)) found.set(alike, [line, screen, form]);
        }
  return [...found.values()];
}

/** Every form as it comes, sent empty, filled, and emptied again: what its page looks like, and what it holds. */
async function walkEvery(forms: Awaited<ReturnType<typeof everyForm>>): Promise<ReadonlyMap<string, unknown>> {
  const seen = new Map<string, unknown>();
  await jest.isolateModulesAsync(async () => {
    const { openPage } = require('./page.tsx') as typeof import('./page.tsx');
    const { act, cleanup, fireEvent } = require('@testing-library/react') as typeof import('@testing-library/react');
    for (const [line, screen, form] of forms) {
      const { running, container, unmount } = await openPage({ line, screen, preview: true });
      await act(async () => running.model.set({ form }));
      const stages: unknown[] = [];
      const look = (): void => {
        const html = container.innerHTML.replace(/_r_\w+_/g, '_id_');
        stages.push([html, running.model.get().values]);
      };
      const element = container.querySelector<HTMLFormElement>('form') as HTMLFormElement;
      const fill = async (text: string): Promise<void> => {
        for (const input of element.querySelectorAll<HTMLInputElement>('input.input'))
          await act(async () => fireEvent.change(input, { target: { value: text } }));
        for (const select of element.querySelectorAll('select'))
          await act(async () => fireEvent.change(select, { target: { value: text && select.options[1]?.value } }));
        look();
      };
      look();
      await act(async () =>
        running.model.set(({ pack }) => ({
          left: Object.values(pack.forms).flatMap((form) => form.fields.map(({ id }) => id)),
        })),
      );
      look();
      await fill('12');
      for (const tick of element.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]'))
        await act(async () => fireEvent.click(tick));
      look();
      await fill('');
      seen.set(`${line} ${screen} ${form}`, stages);
      unmount();
      cleanup();
    }
  });
  return seen;
}

test('every form of every line looks and holds the same with the stand-ins as without', async () => {
  const forms = await everyForm();
  expect(forms.length).toBeGreaterThan(40);
  const without = await walkEvery(forms);
  document.body.replaceChildren();
  standIn();
  const withThem = await walkEvery(forms);
  expect(withThem.size).toBe(forms.length);
  for (const [form, stages] of without) expect([form, withThem.get(form)]).toEqual([form, stages]);
  // Some 50 forms, twice; a machine that runs journeys beside it is slow.
}, 240_000);

test('a form looks, validates and sends the same with the stand-ins as without', async () => {
  const without = await walk();
  document.body.replaceChildren();
  standIn();
  const withThem = await walk();
  expect(withThem).toEqual(without);
  expect(without.at(-1)).toMatchObject([
    { email: 'mei@example.com', username: 'mei_lin', businessType: 1, agreement: true },
  ]);
});

test('the schema utilities of a flat form answer as rjsf’s own do, also about a field that is emptied', () => {
  const { createSchemaUtils: own } = require('@rjsf/utils') as typeof import('@rjsf/utils');
  const flat = (require('../../src/stand-ins/flat-schema.ts') as typeof import('../../src/stand-ins/flat-schema.ts'))
    .default;
  const schema = {
    type: 'object',
    properties: { username: { type: 'string', maxLength: 20 }, phone: { type: 'string' } },
    required: ['username'],
  } as const;
  const [theirs, ours] = ([own, flat] as (typeof own)[]).map((create) => create({} as never, schema as never));
  if (!theirs || !ours) throw new Error('Two of them.');
  for (const name of ['username', 'phone'] as const) {
    expect(ours.findFieldInSchema(schema as never, [name], {} as never)).toEqual(
      theirs.findFieldInSchema(schema as never, [name], {} as never),
    );
    const field = schema.properties[name] as never;
    expect(ours.retrieveSchema(field)).toEqual(theirs.retrieveSchema(field));
    expect(ours.isSelect(field)).toBe(theirs.isSelect(field));
  }
});

test('compiled messages need no ICU parser', () => {
  const { compileMessage } =
    require('../../src/tools/compile-messages.ts') as typeof import('../../src/tools/compile-messages.ts');
  const message = compileMessage(
    '{n, plural, one {# <b>try</b>} other {# tries}} left, {amount, number, ::currency/USD}',
  );
  jest.isolateModules(() => {
    jest.doMock(PARSER, () => jest.requireActual(alias[PARSER] as string));
    const { createTexts } = require('../../src/engine/messages.ts') as typeof import('../../src/engine/messages.ts');
    const texts = createTexts({ catalogs: [{ a: message }], language: 'en', production: false });
    expect(texts.text('a', { n: 1, amount: 5 })).toBe('1 try left, $5.00');
  });
});

test.each(Object.entries(alias))('%s is there to be replaced by %s', (from, to) => {
  expect(() => require.resolve(from.startsWith('./') ? path.join(root, from) : from)).not.toThrow();
  expect(() => require.resolve(to.startsWith('./') ? path.join(root, to) : to)).not.toThrow();
});
