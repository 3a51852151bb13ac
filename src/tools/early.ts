/** The scripts that stand in pages, as text, and the policy's names for them. */
import { readFileSync } from 'node:fs';
import { minifySync, transformSync } from '@swc/core';
import { keptKey } from '../browser/storage.ts';
import { FLOW } from '../screens/memory.ts';
import { inlineHash } from '../server/http/policy.ts';

/**
 * ms: the scripts of a page take 70 s at 48 kbit/s, so somebody who waited for longer than this has waited long enough to
 * be told.
 */
const PATIENCE = 90_000;

export interface InlineScript {
  readonly code: string;
  readonly hash: string;
}

const made = new Map<string, InlineScript>();

/** What stands in pages: in all, in those whose address carries a token, and in later pages of a form. */
export interface InlineScripts {
  readonly early: InlineScript;
  readonly address: InlineScript;
  readonly back: InlineScript;
}

/** The same text for every page of a build. */
function inlineScript(names: readonly string[], call: string): InlineScript {
  let script = made.get(call);
  if (script === undefined) {
    const read = (name: string): string => readFileSync(new URL(`../browser/${name}.ts`, import.meta.url), 'utf8');
    const parser = { syntax: 'typescript' } as const;
    const { code: plain } = transformSync(names.map(read).join(''), {
      configFile: false,
      swcrc: false,
      jsc: { parser, target: 'es2022' },
    });
    const { code } = minifySync(`(() => {${plain.replaceAll('export ', '')}\n${call};})()`, {
      compress: { passes: 3 },
      mangle: true,
      ecma: 2020,
    });
    script = { code, hash: inlineHash(code) };
    made.set(call, script);
  }
  return script;
}

/** Keeps a press until the page's scripts have come, and drops a second one: of every page. */
export const earlyScript = (): InlineScript =>
  inlineScript(['second-press', 'early', 'scheme'], `keepScheme();dropSecondPress(LIVE);keepPress(${PATIENCE})`);

/** Of the pages whose address carries a token. */
const addressScript = (): InlineScript => inlineScript(['hide-address'], 'hideAddress()');

/** Of the pages that go on from another one. */
const backScript = (): InlineScript => inlineScript(['lead-back'], `leadBack(${JSON.stringify(keptKey(FLOW))})`);

/** All of them, for what draws pages. */
export const inlineScripts = (): InlineScripts => ({
  early: earlyScript(),
  address: addressScript(),
  back: backScript(),
});
