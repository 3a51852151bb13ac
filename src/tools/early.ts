/** The script that stands in every page, as text, and the policy's name for it. */
import { readFileSync } from 'node:fs';
import { minifySync, transformSync } from '@swc/core';
import { inlineHash } from '../server/http/policy.ts';

/**
 * ms: the scripts of a page take 70 s at 48 kbit/s, so somebody who waited for longer than this has waited long enough to
 * be told.
 */
const PATIENCE = 90_000;

let made: { readonly code: string; readonly hash: string } | undefined;

/** The same text for every page of a build. */
export function earlyScript(): { readonly code: string; readonly hash: string } {
  if (made !== undefined) return made;
  const read = (name: string): string => readFileSync(new URL(`../browser/${name}.ts`, import.meta.url), 'utf8');
  const source = read('second-press') + read('early');
  const parser = { syntax: 'typescript' } as const;
  const plain = transformSync(source, { configFile: false, swcrc: false, jsc: { parser, target: 'es2022' } }).code;
  const script = `(() => {${plain.replaceAll('export ', '')}\ndropSecondPress(LIVE);keepPress(${PATIENCE});})()`;
  const { code } = minifySync(script, { compress: { passes: 3 }, mangle: true, ecma: 2020 });
  made = { code, hash: inlineHash(code) };
  return made;
}
