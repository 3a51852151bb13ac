/** What a visitor types into the fields of a screen, so that every one of them holds what it takes. */
import type { FieldValue } from '../../src/engine/form-schema.ts';
import type { Pack } from '../../src/engine/pack.ts';
import { allFields } from '../../src/screens/page-model.ts';

/** What a visitor types, by field; one that is missing here is a field without a rule of its own. */
const TYPED: Readonly<Record<string, FieldValue>> = {
  account: 'mei_lin',
  agreement: true,
  code: '123456',
  'confirm-password': 'Abcdefg12',
  email: 'mei.lin@example.com',
  'email-code': '123456',
  'enterprise-alias': 'foyer-studio',
  'inviter-code': 'FRIEND2026',
  'login-name': 'render_01@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
  'master-id': '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
  'new-password': 'Abcdefg12',
  'old-password': 'Zyxwvut98',
  password: 'Abcdefg12',
  phone: '+8613800138000',
  'sent-code': '123456',
  username: 'mei_lin',
};

/** Field → value, for every field of a screen. */
export function typedInto(pack: Pack): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  for (const [id, { options, field }] of allFields(pack)) {
    const value = TYPED[id] ?? (field.rule.type === 'array' ? options?.slice(0, 1) : options?.[0]);
    if (value !== undefined) values[id] = value;
  }
  return values;
}
