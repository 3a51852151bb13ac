/** What the carriers of clouds share: approved templates instead of texts, and what their codes mean for a message. */

import type { Attempt, CloudTemplates, ReadyMessage, Signs } from '../ports/carrier.ts';

/** Longest time for one attempt, milliseconds. */
export const CARRY_MILLISECONDS = 8000;

/** Ours to put right: the message stays owed until it is. */
export const misconfigured = (detail: string): Attempt => ({ state: 'retry', code: 500, detail, misconfigured: true });
/** Nobody's fault for long. */
export const retry = (detail: string): Attempt => ({ state: 'retry', code: 500, detail });
/** Final; without a reason the visitor only hears that it could not be sent. */
export const refused = (detail: string, reason?: 'frequently' | 'limit' | 'low-safe'): Attempt => ({
  state: 'refused',
  code: 500,
  detail,
  ...(reason === undefined ? {} : { reason }),
});
export const SENT: Attempt = { state: 'sent', code: 200 };

export interface Filled {
  readonly id: string;
  /** Values of the template's parameters by name, in its order. */
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** The approved template of a message, filled; an attempt that says what is missing otherwise. */
export function fill(templates: CloudTemplates, { message }: ReadyMessage): Filled | Attempt {
  const key = `${message.template}.${message.language}`;
  const template = Object.hasOwn(templates, key) ? templates[key] : undefined;
  if (template === undefined) return misconfigured(`no template for ${key}`);
  const missing = template.params.find((name) => message.params[name] === undefined);
  if (missing !== undefined) return misconfigured(`the template of ${key} wants ${missing}, which the message has not`);
  return { id: template.id, values: template.params.map((name) => [name, String(message.params[name])] as const) };
}

/** The signature of a line's messages. */
export function signOf(signs: Signs, line: string): string | undefined {
  return Object.hasOwn(signs, line) ? signs[line] : signs['*'];
}
