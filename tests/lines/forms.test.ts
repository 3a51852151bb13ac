/** No form anywhere puts what is typed into an address: on every page of every line, in every state, in every language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPages, type LinePages } from '../../src/tools/pages.ts';
import { filesBelow } from '../house/source.ts';

let lines: readonly LinePages[];
beforeAll(async () => {
  lines = await allPages('.');
}, 300000);

const formsIn = (html: string): string[] => [...html.matchAll(/<form\b[^>]*>/g)].map(([tag]) => tag);
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1];

test('every form of every page posts to its own page', () => {
  const pages = lines.flatMap((line) => line.pages);
  const forms = pages.flatMap(({ line, language, screen, state, html }) =>
    formsIn(html).map((tag) => ({ at: `${line} ${language} ${screen} ${state}`, tag })),
  );
  expect(lines).toHaveLength(7);
  expect(forms.length).toBeGreaterThan(500);
  const wrong = forms.filter(({ tag }) => {
    const kind = attribute(tag, 'enctype');
    return (
      attribute(tag, 'method') !== 'post' ||
      // Without an action a form goes to the address of its page, with what that address carries.
      attribute(tag, 'action') !== undefined ||
      attribute(tag, 'target') !== undefined ||
      (kind !== undefined && kind !== 'application/x-www-form-urlencoded')
    );
  });
  expect(wrong).toEqual([]);
});

test('no button or field of a page sends its form another way', () => {
  const wrong = lines
    .flatMap((line) => line.pages)
    .flatMap(({ line, screen, html }) =>
      [...html.matchAll(/<(?:button|input)\b[^>]*\bform(?:action|method|enctype|target)=[^>]*>/gi)].map(
        ([tag]) => `${line} ${screen} ${tag}`,
      ),
    );
  expect(wrong).toEqual([]);
});

test('no form that stands in the source is sent by GET: simulators, frames, the inbox and faults', () => {
  const tags = filesBelow('src')
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(join('src', 'tools', 'bench')))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/<form\b(?:[^>]|=>)*>/g)].map(([tag]) => ({ file, tag })),
    )
    .filter(({ tag }) => tag !== '<form>' && !/^<form\s*\w*[`']/.test(tag));
  expect(tags.length).toBeGreaterThanOrEqual(6);
  expect(tags.filter(({ tag }) => !/\bmethod="post"/.test(tag))).toEqual([]);
});

/** HTML's autofill names that an input of `type=tel` may bear, and those that one of text may not. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  tel: ['tel', 'on', 'off'],
  email: ['email', 'username', 'on', 'off'],
  password: ['new-password', 'current-password', 'one-time-code', 'on', 'off'],
};

test('every autofill name is one that its input may bear', () => {
  const inputs = lines
    .flatMap((line) => line.pages)
    .flatMap(({ line, screen, html }) =>
      [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => ({ at: `${line} ${screen}`, tag })),
    );
  const wrong = inputs.filter(({ tag }) => {
    const name = attribute(tag, 'autocomplete');
    const allowed = ONLY[attribute(tag, 'type') ?? 'text'];
    return name !== undefined && allowed !== undefined && !allowed.includes(name);
  });
  expect(inputs.filter(({ tag }) => /type="tel"/.test(tag)).length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('what stands beside the page has a name', () => {
  const asides = lines.flatMap((line) => line.pages).flatMap(({ html }) => [...html.matchAll(/<aside\b[^>]*>/g)]);
  expect(asides.length).toBeGreaterThan(50);
  expect(asides.filter(([tag]) => !/aria-label="[^"]+"/.test(tag))).toEqual([]);
});

test('no style stands outside of the head', () => {
  const wrong = lines.flatMap((line) => line.pages).filter(({ html }) => html.includes('<style'));
  expect(wrong).toEqual([]);
});

test('the description of the calls declares how they are secured', () => {
  const { components, paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    components: { securitySchemes: Record<string, { type: string; in: string; name: string }> };
    paths: Record<string, Record<string, { security?: readonly Record<string, unknown>[] }>>;
  };
  const schemes = Object.keys(components.securitySchemes);
  expect(Object.values(components.securitySchemes).map(({ name }) => name)).toEqual([
    '__Host-foyer-domestic-session',
    '__Host-foyer-overseas-session',
  ]);
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    expect(operation.security).toBeDefined();
    for (const each of operation.security ?? []) expect(schemes).toEqual(expect.arrayContaining(Object.keys(each)));
  }
  expect(paths['/api/foyer/sessions']?.get?.security).toHaveLength(2);
  expect(paths['/api/sso/sign/signIn']?.post?.security).toEqual([]);
});
