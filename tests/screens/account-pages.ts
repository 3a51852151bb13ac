/** What tests of a session that ends under a page share: the pages of an account, and its calls for as long as it lasts. */
import type { Result } from '../../src/engine/flow.ts';
import type { Pack } from '../../src/engine/pack.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type Answers, ok, recorded } from './page.tsx';

/** What a call answers once the session is over. */
export const OVER: Result = { kind: 'answer', code: '602', data: {}, requestId: '' };

/** What a call answers that is made in another account's name. */
export const OTHER: Result = { kind: 'answer', code: 'Session.Other', data: {}, requestId: 'r-1' };

/** A session, which a page that was drawn for another account is not told of. */
export const sessionOf =
  (userId: string, data: Readonly<Record<string, unknown>>) =>
  ({ headers }: { readonly headers: Readonly<Record<string, string>> }): Result =>
    (headers['account-id'] ?? userId) === userId ? ok({ userId, accountType: 1, ...data }) : OTHER;

/** Answers that are the same whoever's page it is. */
const COMMON: Readonly<Record<string, Result>> = {
  sessions: ok({ sessions: [] }),
  'switch-platform': ok(),
  'check-user-and-present': ok({ coupons: [] }),
  'third-links': recorded('third-links', 'ok'),
  'recent-changes': ok({ changes: [] }),
  agreements: ok({ agreements: [], versions: {}, due: true }),
};

/** Answers of an account's calls for as long as it is signed in; `own` are those that say whose they are. */
export const whileSignedIn = (isSignedIn: () => boolean, own: Readonly<Record<string, Result>>): Answers =>
  Object.fromEntries(
    Object.entries({ ...COMMON, ...own }).map(([call, answer]) => [call, () => (isSignedIn() ? answer : OVER)]),
  );

/** Screens of an account on a line, as the data says. */
export async function accountScreensOf(line: string): Promise<readonly string[]> {
  const compiled = (await compiledLines())[line] as Awaited<ReturnType<typeof compiledLines>>[string];
  const { screens } = compiled.languages.en as never as { readonly screens: Readonly<Record<string, { pack: Pack }>> };
  return Object.entries(screens).flatMap(([id, { pack }]) =>
    'account' in pack.screen && pack.screen.account ? id : [],
  );
}
