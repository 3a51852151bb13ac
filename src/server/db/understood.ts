/** Why a database cannot be made ready, where that is the operator's to put right. */
import { PlainError } from '../plain-error.ts';

/** The failure in words; any other as it is. */
export function understood(error: unknown): unknown {
  const { message } = error as Error;
  const [denied] = /(permission denied|must be owner)[^\n]*/.exec(message) ?? [];
  if (denied !== undefined)
    return new PlainError(
      `PostgreSQL does not let this role make tables and schemas (${denied}). Make it the owner of its database, or GRANT CREATE on the database and on its schema public.`,
      { cause: error },
    );
  if (message.startsWith('Not run migration'))
    return new PlainError(
      `The migrations of this database are not those of this release (${message}). Set DATABASE_URL to a database of its own.`,
      { cause: error },
    );
  return error;
}
