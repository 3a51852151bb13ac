/** The headers of calls: their sets are data; what each is for, and whether the service insists on it, is said here. */
import type { Value } from '../../generated/config.ts';
import type { Documented, JsonObject, Lines } from './documented.ts';

export interface Header {
  readonly name: string;
  /** What it holds, and where that comes from. */
  readonly holds: string;
  readonly required: boolean;
  readonly schema: JsonObject;
}

interface Told {
  readonly holds: string;
  /** Without it the call is refused; everything else may be left out. */
  readonly required?: true;
}

/** Header → what no file of the data says. */
const TOLD: Readonly<Record<string, Told>> = {
  biz: { holds: 'The line’s name for the back ends of the service, a constant of the line.' },
  accessId: { holds: 'The name of the front end, a constant of the line.' },
  version: { holds: 'Version of the protocol.' },
  signature: { holds: 'A constant: it signs nothing.' },
  channel: { holds: 'A constant of the line.' },
  platform: { holds: 'A constant of the line.' },
  authToken: {
    holds:
      'The `token` that the call which ended the provider’s sign-in answered (`result` 2); the same as in the body.',
    required: true,
  },
  'qr-secret': { holds: 'The `secret` that [qr-ticket](#qr-ticket) answered.', required: true },
  'account-id': {
    holds:
      '`userId` of the account that you act for, as [session](#session) answers it. Where another one is signed in by now, the call is refused (`Session.Other`). Without the header it acts for whoever is signed in.',
  },
};

const LANGUAGE = 'languageFlag';
const KEY = 'Idempotency-Key';
const ORIGIN = 'Origin';

/** A header's values on all lines, where the data says them. */
function schemaOf(name: string, value: Value, lines: Lines): JsonObject {
  if (typeof value !== 'object') return { type: 'string' };
  if ('const' in value) return { const: String(value.const) };
  if (!('line' in value)) return { type: 'string' };
  const all = Object.values(lines).map(({ line }) =>
    String((line as unknown as Record<string, unknown>)[String(value.line)]),
  );
  const known = [...new Set(all)];
  return known.length > 1 ? { enum: known } : { const: known[0] ?? name };
}

/** Every header of the sets, by set. @throws for one of which nothing is told */
export function headersOfSets(lines: Lines): ReadonlyMap<string, readonly Header[]> {
  const found = new Map<string, Header[]>();
  for (const { calls } of Object.values(lines)) {
    for (const [set, values] of Object.entries(calls.headers ?? {})) {
      const known = found.get(set) ?? [];
      for (const [name, value] of Object.entries(values)) {
        if (known.some((each) => each.name === name)) continue;
        const told = TOLD[name];
        if (told === undefined) throw new Error(`src/tools/api-docs/headers.ts tells nothing of the header ${name}.`);
        known.push({ name, holds: told.holds, required: told.required === true, schema: schemaOf(name, value, lines) });
      }
      found.set(set, known);
    }
  }
  return found;
}

/** Headers that calls take by themselves, whatever their sets. */
export function headersOfCalls(lines: Lines): readonly Header[] {
  const flags = Object.values(lines).flatMap(({ enums }) => Object.entries(enums[LANGUAGE] ?? {}));
  const numbers = new Map(flags.map(([language, flag]) => [String(flag), language]));
  const told = [...numbers].map(([flag, language]) => `\`${flag}\` ${language}`).join(', ');
  return [
    {
      name: LANGUAGE,
      holds: `Language of what the service writes (mails, texts to phones, places): ${told}. Else the cookie \`language\`, else the line’s own.`,
      required: false,
      schema: { enum: [...numbers.keys()] },
    },
    {
      name: KEY,
      holds: 'A UUID of your own, so that a repeat has one effect: [calling.md](calling.md#repeating-a-call).',
      required: false,
      schema: { type: 'string', format: 'uuid' },
    },
    {
      name: ORIGIN,
      holds:
        'Origin of the line that you call, such as `https://login.renderbus.example`, or one that its operators allow. Browsers send it themselves; from them `Sec-Fetch-Site: same-origin` is as good.',
      required: true,
      schema: { type: 'string', format: 'uri' },
    },
  ];
}

/** The headers of one call, those of its sets first. */
export function headersOf({ sets, call }: Pick<Documented, 'sets' | 'call'>, lines: Lines): readonly Header[] {
  const ofSets = headersOfSets(lines);
  const found = new Map(sets.flatMap((set) => ofSets.get(set) ?? []).map((header) => [header.name, header]));
  const mutates = call.method !== 'GET';
  for (const header of headersOfCalls(lines)) {
    if (
      header.name === LANGUAGE ||
      (mutates && header.name === KEY) ||
      (mutates && header.name === ORIGIN && !call.outside)
    )
      found.set(header.name, header);
  }
  return [...found.values()];
}
