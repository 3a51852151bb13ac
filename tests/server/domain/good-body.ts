/** Bodies that a call's schema takes, made from the schema alone. */
import Ajv from 'ajv';
import type { ServerLine } from '../../../src/engine/pack.ts';

/** Of these the first that a property takes makes a body that is right but for what is tried. */
const GOOD: readonly unknown[] = [
  true,
  1,
  '+8613800138000',
  'someone@mail.example',
  `some_name@${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
  '123456',
  ...[22, 32, 43, 64].map((length) => 'a'.repeat(length)),
  '1.0.0',
  'some_name',
  '00000000-0000-4000-8000-000000000000',
  'wechat',
  'redirect',
  'bind',
  [2000],
  {},
];

interface Shape {
  readonly properties?: Readonly<Record<string, object>>;
}
const ajv = new Ajv({ strict: false, validateFormats: false });

export function goodBody(line: ServerLine, call: string): Record<string, unknown> {
  const { properties = {} } = (line.api[call]?.request ?? {}) as Shape;
  return Object.fromEntries(
    Object.entries(properties).map(([name, rule]) => {
      const { enum: [first] = [] } = rule as { enum?: readonly unknown[] };
      const value = first ?? GOOD.find((each) => ajv.validate(rule, each));
      if (value === undefined) throw new Error(`Nothing here is a ${name} of ${call}.`);
      return [name, value];
    }),
  );
}
