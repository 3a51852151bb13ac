/** Form schemas → ES modules of Ajv's standalone validators in rjsf's format. Neither `eval` nor imports are left in them. */
import { createHash } from 'node:crypto';
import type { RJSFSchema } from '@rjsf/utils';
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js';
import { minifySync } from '@swc/core';

/** The run-time helpers that Ajv's code asks for, as text: a module that imports nothing needs no second request. */
const HELPERS: Readonly<Record<string, string>> = {
  // Length in code points, as JSON Schema counts.
  'require("ajv/dist/runtime/ucs2length").default':
    '((text) => { let n = 0; for (const _ of text) n += 1; return n; })',
  // Only lists of plain values are compared.
  'require("ajv/dist/runtime/equal").default': '((a, b) => JSON.stringify(a) === JSON.stringify(b))',
};

export interface ValidatorsModule {
  /** Content hash: equal schemas have equal modules, whatever line or language asks. */
  readonly hash: string;
  readonly code: string;
}

const compiled = new Map<string, ValidatorsModule>();

/** Ajv's code for one schema, as statements that fill `exports`. */
function standaloneCode(schema: Readonly<Record<string, unknown>>): string {
  let code = compileSchemaValidatorsCode(schema as RJSFSchema, {
    ajvFormatOptions: false,
    // With `esm: true` Ajv throws on the names that rjsf gives, hence CommonJS, rewritten below.
    ajvOptionsOverrides: { verbose: false, messages: false, code: { lines: false, esm: false } },
  });
  for (const [call, helper] of Object.entries(HELPERS)) code = code.replaceAll(call, helper);
  const left = /require\([^)]*\)|new Function|\beval\(/.exec(code);
  if (left !== null) throw new Error(`The validators of a form need ${left[0]}, which no page may load.`);
  return code.replace(/^"use strict";/, '');
}

/**
 * The validators of a screen's forms, in one module.
 * @throws when a schema does not compile, or its code needs a helper that is not known here.
 */
export function compileValidators(schemas: readonly Readonly<Record<string, unknown>>[]): ValidatorsModule {
  const key = JSON.stringify(schemas);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const blocks = [...new Set(schemas.map((schema) => `{${standaloneCode(schema)}}`))];
  const source = `const exports = {};\n${blocks.join('\n')}\nexport default exports;\n`;
  const minified = minifySync(source, { module: true, compress: true, mangle: true, ecma: 2020 }).code;
  const hash = createHash('sha256').update(minified).digest('hex').slice(0, 12);
  const made = { hash, code: minified };
  compiled.set(key, made);
  return made;
}
