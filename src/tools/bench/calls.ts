/** The few calls the benches make, with paths and bodies as the release's own data has them. */
import { digestPassword } from '../../engine/digest.ts';
import type { ServerLine } from '../../engine/pack.ts';
import type { Answer, Caller } from './caller.ts';

export interface Account {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** What a child process needs of a line to call it. */
export interface Target {
  readonly line: string;
  /** A page, which gives a browser the cookie that its requests are told by. */
  readonly page: string;
  readonly paths: Readonly<
    Record<'sign-in' | 'user-login' | 'register-email' | 'register-check' | 'session' | 'captcha-challenge', string>
  >;
  readonly digest: ServerLine['line']['passwordDigest'];
  readonly salt: string;
  readonly businessType: number;
}

/** Throws when the line lacks one of the calls. */
export function targetOf(line: ServerLine): Target {
  const path = (call: string): string => {
    const found = line.calls[call]?.path;
    if (!found) throw new Error(`Line ${line.name} has no call ${call}.`);
    return found;
  };
  const offered = line.line.businessTypes[0] ?? '';
  return {
    line: line.name,
    page: line.line.routes[line.line.home]?.[0] ?? '/',
    paths: {
      'sign-in': path('sign-in'),
      'user-login': path('user-login'),
      'register-email': path('register-email'),
      'register-check': path('register-check'),
      session: path('session'),
      'captcha-challenge': path('captcha-challenge'),
    },
    digest: line.line.passwordDigest,
    salt: line.line.passwordSalt,
    businessType: Number(line.enums.businessType?.[offered] ?? 0),
  };
}

export const digestFor = (target: Target, password: string): Promise<string> =>
  digestPassword(target.digest, target.salt, password);

/** First half of a sign-in: the password. */
export const checkPassword = (caller: Caller, target: Target, name: string, digest: string): Promise<Answer> =>
  caller.post(target.paths['sign-in'], { loginName: name, password: digest, accountType: 1, autoLogin: false });

/** A whole sign-in, session included. Gives the answer of the first half when that fails. */
export async function signIn(caller: Caller, target: Target, name: string, digest: string): Promise<Answer> {
  const first = await checkPassword(caller, target, name, digest);
  if (first.code !== 200) return first;
  const { rsAuthToken, loginName, loginType } = first.data;
  const second = await caller.post(target.paths['user-login'], {
    userName: loginName,
    version: '1.0.0',
    rsAuthToken,
    loginType,
  });
  return { ...second, milliseconds: first.milliseconds + second.milliseconds };
}

/** Registers by e-mail; the same account and key again is a retry. */
export async function register(caller: Caller, target: Target, account: Account, key: string): Promise<Answer> {
  return caller.post(
    target.paths['register-email'],
    {
      email: account.email,
      username: account.username,
      password: await digestFor(target, account.password),
      businessType: target.businessType,
      agreement: true,
    },
    key,
  );
}
