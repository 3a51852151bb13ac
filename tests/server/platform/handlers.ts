/** Handlers of the fixture's calls. */
import { hashQueue } from '../../../src/server/limits/hashing.ts';
import type { Handler } from '../../../src/server/types.ts';

export const TEST_HANDLERS: Readonly<Record<string, Handler<never>>> = {
  /** Writes one audit row in the transaction of its answer, and a session cookie. */
  echo: (async ({ name, count }: { name: string; count?: number }, context) => {
    context.cookies.set('session', `session-of-${name}`, { maxAgeSeconds: 60 });
    return context.settle(async (sql) => {
      await context.audit(sql, 'echo', { identifier: name, outcome: 'ok' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { code: 200, data: { name, ...(count === undefined ? {} : { count }) } };
    });
  }) as Handler<never>,
  look: (async (request: object, context) => ({
    code: 200,
    data: {
      ...request,
      line: context.line.name,
      language: context.language,
      address: context.address,
      origin: context.origin,
    },
  })) as Handler<never>,
  fail: (async (request: { with?: string }, context) => {
    await context.audit(context.db, 'fail', { outcome: 'failed' });
    return request.with === '818' ? { code: '818', data: { remaining: 3 } } : { code: 'Account.SignIn.Failed' };
  }) as Handler<never>,
  throw: (async (request: { secret?: string }) => {
    throw new Error(`it broke with ${request.secret}`);
  }) as Handler<never>,
  hook: (async (_request: object, context) => ({
    code: 200,
    data: { session: context.cookies.get('session') ?? null },
  })) as Handler<never>,
  wrong: (async () => ({ code: 200, data: { other: 1 } })) as Handler<never>,
  slow: (async ({ milliseconds = 0, name = 'x' }: { milliseconds?: number; name?: string }, context) => {
    await hashQueue.run(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)));
    await context.audit(context.db, 'slow', { identifier: name, outcome: 'ok' });
    return { code: 200, data: {} };
  }) as Handler<never>,
  mail: (async (
    { to, template = 'hello', link = 'https://www.alpha.example/x' }: { to: string; template?: string; link?: string },
    context,
  ) => {
    const { id } = await context.db.transaction((sql) =>
      context.outbox.send(sql, {
        channel: 'email',
        to,
        template,
        params: { name: 'N', link },
        line: context.line.name,
        language: context.language,
      }),
    );
    return { code: 200, data: { id } };
  }) as Handler<never>,
};
