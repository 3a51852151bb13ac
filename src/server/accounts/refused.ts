/** Leaving a transaction with an answer: everything it did is rolled back, and the answer is given. */
import type { ErrorCode } from '../../generated/calls.ts';
import type { Answer, Failure } from '../types.ts';

/**
 * Makes the error that leaves with an answer: `throw refuse('602')`. What is thrown has no type: so whoever gives the answer hands
 * this to the helpers that may refuse, and each of those says with which codes.
 */
export type Refuse<Code extends ErrorCode> = (answer: Code | Failure<Code>) => Error;

/** Gives what `work` answers, or the answer it was refused with. Other errors pass. */
export async function orRefused<Code extends ErrorCode>(
  work: (refuse: Refuse<Code>) => Promise<Answer<Code>>,
): Promise<Answer<Code>> {
  const answers = new Map<unknown, Failure<Code>>();
  try {
    return await work((given) => {
      const answer = typeof given === 'string' ? { code: given } : given;
      const refused = new Error(answer.code);
      answers.set(refused, answer);
      return refused;
    });
  } catch (error) {
    const answer = answers.get(error);
    if (!answer) throw error;
    return answer;
  }
}

/** The name of the unique constraint that an error of PostgreSQL is about; undefined for any other error. */
export function violated(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? constraint : undefined;
}
