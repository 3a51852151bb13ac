/** @jest-environment node */
/** No form anywhere puts what is typed into an address: on every page of every line, in every state, in every language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPages, type LinePages } from '../../src/tools/pages.ts';
import { filesBelow } from '../house/source.ts';

let lines: readonly LinePages[];
beforeAll(async () => {
  lines = await allPages('.');
});

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
