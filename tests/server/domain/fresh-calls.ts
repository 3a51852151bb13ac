/** The calls that ask for a session of a short while ago: for every account, and for those without a password to ask for. */
import { randomUUID } from 'node:crypto';

/** Call → what it is asked with. Of those without a password, a right code would come after the refusal. */
export const ALWAYS: Readonly<Record<string, Record<string, unknown>>> = {
  'third-token': { provider: 'google', way: 'redirect', purpose: 'bind' },
  'unlink-third': { id: randomUUID() },
  'set-sub-password': { id: randomUUID(), password: 'a'.repeat(64) },
  'enable-sub-account': { id: randomUUID() },
  'authorise-sub-account': { id: randomUUID() },
  'update-username': { username: 'a_name_of_its_own' },
};
export const WITHOUT_PASSWORD: Readonly<Record<string, Record<string, unknown>>> = {
  'update-password': { password: 'a'.repeat(64) },
  'change-email': { email: 'new@mail.example', code: '123456' },
  'bind-phone': { phone: '+8613812345678', code: '123456' },
};
