/** Failures that are the operator's to put right, and how a program ends with one. */

/** Its sentence says what to do, and no stack is shown. */
export class PlainError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PlainError';
  }
}

/** What node calls a failure, such as `ENOENT`; its message where it has no name for it. */
export const nameOf = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message);
};

/** Ends with one clear sentence; a stack only where the mistake is ours. */
export function sayAndExit(error: unknown): never {
  const plain = !(error instanceof Error) || error instanceof PlainError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${plain ? message : (error.stack ?? message)}\n`);
  process.exit(1);
}
