/**
 * What a handler may answer is proven by the compiler: `tsc` fails where a line below no longer is the mistake it is
 * marked as.
 */

import { claimPhone } from '../../src/server/accounts/contact.ts';
import { orRefused, type Refuse } from '../../src/server/accounts/refused.ts';
import { HANDLERS } from '../../src/server/calls/registry.ts';
import { spendCode } from '../../src/server/codes/codes.ts';
import type { Answer, CallContext, Failure, HandlerOf, Sql } from '../../src/server/types.ts';

const context = {} as CallContext;
const sql = {} as Sql;

describe('the compiler takes', () => {
  test('the codes of a call, its own and those of every call', async () => {
    const own: HandlerOf<'user-login'> = async () => ({ code: 'Auth.Fail' });
    const common: HandlerOf<'user-login'> = async () => ({ code: 'Forbidden' });
    const proof = own({ userName: 'a', version: '1.0.0', rsAuthToken: 't', loginType: 3 }, context);
    expect(await proof).toEqual({ code: 'Auth.Fail' });
    expect(common).toBeDefined();
  });

  test('no code that the catalogue does not have', () => {
    // @ts-expect-error misspelt
    const misspelt: Failure = { code: 'Acount.Locked' };
    // @ts-expect-error a code is text
    const number: Failure = { code: 602 };
    // @ts-expect-error misspelt
    const answered: HandlerOf<'session'> = async () => ({ code: '6O2' });
    expect([misspelt, number, answered]).toHaveLength(3);
  });

  test('no code that the call does not list', () => {
    // @ts-expect-error `session` lists no such code
    const foreign: HandlerOf<'session'> = async () => ({ code: 'Account.Locked' });
    // @ts-expect-error nor out of a transaction
    const settled: HandlerOf<'session'> = (_, { settle }) => settle(async () => ({ code: 'Account.Locked' }));
    // @ts-expect-error nor by leaving one
    const refused: HandlerOf<'session'> = () => orRefused(async (refuse) => Promise.reject(refuse('Account.Locked')));
    const helped: HandlerOf<'session'> = () =>
      orRefused(async (refuse) => {
        // @ts-expect-error nor by a helper that may refuse with another code
        await spendCode(sql, 'id', refuse);
        return { code: '602' };
      });
    expect([foreign, settled, refused, helped]).toHaveLength(4);
  });

  test('no answer of a helper that may give another code', () => {
    const helper = async (): Promise<Answer<'602' | '603'>> => ({ code: '603' });
    // @ts-expect-error `session` does not list 603
    const passed: HandlerOf<'session'> = () => helper();
    const narrow: Refuse<'Code.Error.More'> = (answer) => new Error(String(answer));
    // @ts-expect-error claiming a phone refuses with others
    const claim = () => claimPhone(sql, context, {} as never, '', narrow);
    expect([passed, claim]).toHaveLength(2);
  });
});

describe('a refusal', () => {
  test('is the answer, whatever stands between', async () => {
    const work = (refuse: Refuse<'602'>) => Promise.resolve().then(() => Promise.reject(refuse('602')));
    expect(await orRefused<'602'>(work)).toEqual({ code: '602' });
    const data = { seconds: 1 };
    expect(await orRefused<'602'>(async (refuse) => Promise.reject(refuse({ code: '602', data })))).toEqual({
      code: '602',
      data,
    });
  });

  test('is none of another error, nor of somebody else', async () => {
    await expect(orRefused<'602'>(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const outer = orRefused<'602'>((refuse) => orRefused<'602'>(() => Promise.reject(refuse('602'))));
    expect(await outer).toEqual({ code: '602' });
  });
});

test('every call has its handler', () => {
  expect(Object.keys(HANDLERS)).toContain('session');
});
