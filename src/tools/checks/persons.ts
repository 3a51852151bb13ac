/** Checks that what an account leaves in a browser goes when somebody signs out. */
import type { Scope } from './scope.ts';

/** The stored key that says whose account it is: only what signs in saves it. */
const WHO = 'userId';

/** Keys that are saved with the account's, or by what asks for a session, are somebody's. */
export function checkPersons(scope: Scope): void {
  const { calls, errors, stored } = scope.line;
  const savers = new Map<string, string>();
  for (const [id, { saves = {}, fails }] of Object.entries(calls.calls ?? {})) {
    const isOfAccount = WHO in saves || fails.some((code) => errors.codes?.[code]?.signsOut);
    for (const key of isOfAccount ? Object.keys(saves) : []) if (!savers.has(key)) savers.set(key, id);
  }
  for (const [key, call] of savers) {
    const entry = stored.keys?.[key];
    if (entry === undefined || entry.person) continue;
    const message = `stored key "${key}" is saved of an account, by call ${call}, and would outlive signing out`;
    const at = entry.person === undefined ? ['keys', key] : ['keys', key, 'person'];
    scope.report('stored', at, message, 'write "person": true', 'key');
  }
}
