/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Sentences with rich tags: what is strong, what is a link, and what is neither.
 */
import { render } from '@testing-library/react';
import { createTexts } from '../../src/engine/messages.ts';
import { richNodes } from '../../src/screens/rich.tsx';
import { compileMessage } from '../../src/tools/compile-messages.ts';

const BESIDE = 'target="_blank" rel="noopener noreferrer"';

test.each([
  ['plain words', 'Sign in', 'Sign in'],
  ['strong words', 'Read <b>this</b>', 'Read <strong>this</strong>'],
  ['a link of the line', 'Read the <terms>terms</terms>', `Read the <a href="/terms" ${BESIDE}>terms</a>`],
  ['a link that the line has not', 'Read the <policy>policy</policy>', 'Read the policy'],
  ['a value', 'Read {what}', 'Read &lt;b&gt;that&lt;/b&gt;'],
])('%s', (_what, sentence, html) => {
  const catalogs = [{ a: compileMessage(sentence) }];
  const texts = createTexts({ catalogs, language: 'en', production: false });
  const { container } = render(richNodes(texts, 'a', { what: '<b>that</b>' }, { terms: '/terms' }));
  expect(container.innerHTML).toBe(html);
});
