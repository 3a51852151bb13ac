/** Regular expressions in the data: they mean the same in the browser and on the server, and take linear time. */
import { createRequire } from 'node:module';
import type { checkSync } from 'recheck';
import { isProven } from './proven.ts';

export interface PatternFault {
  readonly message: string;
  readonly fix: string;
}

const require = createRequire(import.meta.url);
/** What is proven by another version is not taken over. */
const PROVER = `recheck ${(require('recheck/package.json') as { version: string }).version}`;

let recheck: { checkSync: typeof checkSync } | undefined;

/** The pattern with classes and escapes blanked out, so that what is left is structure. */
const structure = (pattern: string) =>
  pattern.replace(/\\[\s\S]/g, '__').replace(/\[[^\]]*\]/g, (all) => '_'.repeat(all.length));

function isAnchored(pattern: string): boolean {
  const bare = structure(pattern);
  if (!bare.startsWith('^') || !bare.endsWith('$')) return false;
  let depth = 0;
  for (const character of bare) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    // A bar outside any group splits the anchors: ^a|b$ is "starts with a" or "ends with b".
    else if (character === '|' && depth === 0) return false;
  }
  return true;
}

/** Whether recheck's automaton checker proves that matching takes time linear in the text. */
function isLinear(pattern: string): boolean {
  return isProven(pattern, PROVER, () => {
    recheck ??= require('recheck') as { checkSync: typeof checkSync };
    return recheck.checkSync(pattern, 'u', { checker: 'automaton', timeout: 10_000 }).status === 'safe';
  });
}

function find(pattern: string, lengthAllowed: boolean): PatternFault | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const [, reason] = /: ([^:]+)$/.exec((error as Error).message) ?? [];
    return { message: `invalid pattern: ${reason ?? 'syntax error'}`, fix: 'correct the regular expression (flag u)' };
  }
  if (/\(\?<?[=!]/.test(structure(pattern))) {
    return { message: 'pattern has a lookaround', fix: 'split it into named patterns of allOf, without lookaround' };
  }
  const escapes = pattern.replace(/\\\\/g, '__');
  if (/\\[1-9]|\\k</.test(escapes)) {
    return { message: 'pattern has a backreference', fix: 'write it without \\1 or \\k<name>' };
  }
  if (!isAnchored(pattern)) {
    return {
      message: 'pattern is not anchored at both ends',
      fix: 'write it as ^…$, alternatives in a group: ^(a|b)$',
    };
  }
  const length = /^\^\[(?:[^\]\\]|\\.)+\](\{(\d+)(,(\d*))?\})\$$/.exec(pattern);
  if (length && !lengthAllowed) {
    const [, braces = '', least = '0', comma, most] = length;
    const keywords = [`"minLength": ${least}`, ...(comma && !most ? [] : [`"maxLength": ${most ?? least}`])];
    return {
      message: `pattern encodes a length, ${braces}`,
      fix: `write * instead, and ${keywords.join(', ')} beside it`,
    };
  }
  if (!isLinear(pattern)) {
    return {
      message: 'pattern is not proven to take linear time',
      fix: 'let no two repetitions match the same text side by side, as in (a+)+ or a*a*',
    };
  }
  return undefined;
}

const known = new Map<string, PatternFault | undefined>();

/**
 * What is wrong with a pattern; undefined when nothing is. `lengthAllowed`: of a wire rule, which has no other way to
 * say a length. Remembers, as proofs are the slow part of a check.
 */
export function patternFault(pattern: string, { lengthAllowed = false } = {}): PatternFault | undefined {
  const key = `${lengthAllowed} ${pattern}`;
  if (!known.has(key)) known.set(key, find(pattern, lengthAllowed));
  return known.get(key);
}
