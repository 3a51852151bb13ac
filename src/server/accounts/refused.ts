/** Leaving a transaction with an answer: everything it did is rolled back, and the answer is given. */
import type { Answer, Failure } from '../types.ts';

export class Refused extends Error {
  readonly answer: Failure;
  constructor(answer: Failure | string) {
    const failure = typeof answer === 'string' ? { code: answer } : answer;
    super(String(failure.code));
    this.answer = failure;
  }
}

/** Gives what `work` answers, or the answer it was refused with. Other errors pass. */
export async function orRefused(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

/** The name of the unique constraint that an error of PostgreSQL is about; undefined for any other error. */
export function violated(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? constraint : undefined;
}
