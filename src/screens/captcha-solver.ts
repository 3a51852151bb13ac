/** Solves the built-in captcha's challenge; loaded only when a visitor starts it. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha';

export type { Challenge };

/**
 * @returns the ticket (base64 of the JSON payload `{ challenge, solution }`) and the challenge's nonce.
 * @throws when it cannot be solved in time.
 */
export async function solve(challenge: Challenge): Promise<{ ticket: string; randstr: string }> {
  const deriveKey = challenge.parameters.algorithm.startsWith('PBKDF2') ? derivePbkdf2 : deriveSha;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('The challenge was not solved.');
  const { parameters, signature } = challenge;
  return {
    ticket: btoa(JSON.stringify({ challenge: { parameters, signature }, solution })),
    randstr: parameters.nonce,
  };
}
