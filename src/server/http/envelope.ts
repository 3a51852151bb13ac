/** The envelope around every answer. */
import { inWords, scalars } from '../../engine/failures.ts';
import type { ServerLine } from '../../engine/pack.ts';
import { format, lineParams } from '../outbox/render.ts';
import type { Answer, Failure } from '../types.ts';

export interface Envelope {
  readonly version: '1.0.0';
  readonly result: boolean;
  readonly code: string | number;
  readonly message: string;
  readonly data: unknown;
  readonly serverTime: number;
  readonly requestId: string;
}

/** An answer on its way out. */
export interface Outgoing {
  readonly status: number;
  readonly envelope: Envelope;
  readonly retryAfterSeconds?: number;
}

export const INTERNAL_ERROR = 'InternalError';
/** Nobody's mistake, and soon over: the database is away, or the same request is still under way. */
export const UNAVAILABLE = 'ServiceUnavailable';
/** No new account for want of room; whoever has one gets in. */
export const NO_ROOM = 'Account.Register.Paused';
export const FORBIDDEN = 'Forbidden';
export const INVALID = 'InvalidParameter';
export const EMPTY = 'EmptyParameter';

/** The refusal for want of a value that this request needs, though not every one does. */
export const missing = (field: string): Failure<typeof EMPTY> => ({
  code: EMPTY,
  data: { field, keyword: 'required' },
});
/** The refusal for a value of the right form that is not to be had. */
export const invalid = (field: string): Failure<typeof INVALID> => ({ code: INVALID, data: { field } });

/** The refusal of what comes too often, or while there is too much of it; good again in so many seconds. */
export const limited = (retryAfterSeconds: number): Failure => ({
  code: 'Common.RequestLimitExceeded',
  data: { retryAfterSeconds },
  retryAfterSeconds,
});

function isFailure(answer: Answer): answer is Failure {
  return answer.code !== 200;
}

/** Puts an answer into its envelope. Whoever has to wait is told how many `seconds`, which the sentence says. `status` overrides the catalogue's. */
export function wrap(answer: Answer, line: ServerLine, requestId: string, status?: number): Outgoing {
  const version = '1.0.0';
  const traced = { serverTime: Date.now(), requestId };
  if (!isFailure(answer)) {
    return {
      status: 200,
      envelope: { version, result: true, code: 200, message: 'success', data: answer.data ?? {}, ...traced },
    };
  }
  const { code, retryAfterSeconds } = answer;
  const data = retryAfterSeconds === undefined ? (answer.data ?? null) : { seconds: retryAfterSeconds, ...answer.data };
  const entry = line.errors[code];
  return {
    status: status ?? entry?.status ?? 400,
    envelope: { version, result: false, code, message: sentence(line, code, data ?? undefined), data, ...traced },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** The code's English sentence, as its answer's data makes it. For people reading logs, not for visitors. */
function sentence(line: ServerLine, code: string, data: Failure['data']): string {
  const key = `errors.${code}`;
  const { seconds } = data ?? {};
  const when = typeof seconds === 'number' ? inWords('en', seconds) : 'later';
  return format(line, 'en', key, { ...lineParams(line, 'en'), when, ...scalars(data) }, '') ?? code;
}
