/**
 * Room on the disk of the database. Registering takes room for good, signing in hardly any: while little is left,
 * registrations are refused with a clear answer, so that whoever has an account still gets in. The disk of the embedded
 * database is looked at; of any other it is known only when the database says that it is full.
 */
import { statfs } from 'node:fs/promises';
import { DatabaseFullError } from './db/pool.ts';
import type { Handler } from './types.ts';

/** Bytes kept for everything else: PostgreSQL writes its log in files of 16 MB. */
const RESERVE = 256 * 1024 * 1024;
const LOOK_AGAIN_MILLISECONDS = 10000;
/** How long a disk that was full counts as full; then the next registration tries it. */
const FULL_MILLISECONDS = 30000;
/** Calls that store a new account. */
const REGISTERING: readonly string[] = ['register-phone', 'register-email', 'third-register'];

export interface Room {
  /** Whether there was more than the reserve when it was last looked. */
  isLeft(): boolean;
  stop(): void;
}

export interface RoomOptions {
  readonly directory: string;
  /** Told when there is no room any more, and when there is again. */
  readonly onChange: (isLeft: boolean) => void;
  /** Free bytes of the disk that holds a directory. */
  readonly free?: (directory: string) => Promise<number>;
  readonly everyMilliseconds?: number;
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Looks at the disk now and then; a disk that cannot be asked counts as having room. */
export async function watchRoom(options: RoomOptions): Promise<Room> {
  const { directory, onChange, free = freeBytes, everyMilliseconds = LOOK_AGAIN_MILLISECONDS } = options;
  let left = true;
  const look = async (): Promise<void> => {
    const now = await free(directory).then(
      (bytes) => bytes > RESERVE,
      () => true,
    );
    if (now !== left) onChange(now);
    left = now;
  };
  await look();
  const timer = setInterval(() => void look(), everyMilliseconds);
  timer.unref();
  return { isLeft: () => left, stop: () => clearInterval(timer) };
}

/** Room on a disk that cannot be looked at. */
export interface RoomAsTold extends Room {
  /** The database said that its disk is full. */
  full(): void;
}

/** There is room until the database says otherwise, and a while after it last did. */
export function roomAsTold({
  onChange,
  forMilliseconds = FULL_MILLISECONDS,
}: Pick<RoomOptions, 'onChange'> & { readonly forMilliseconds?: number }): RoomAsTold {
  let timer: NodeJS.Timeout | undefined;
  return {
    isLeft: () => timer === undefined,
    full() {
      if (timer === undefined) onChange(false);
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        onChange(true);
      }, forMilliseconds);
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** The handlers, those that store accounts refusing while there is no room. */
export function keepRoom(
  handlers: Readonly<Record<string, Handler<never>>>,
  room: Pick<Room, 'isLeft'>,
): Readonly<Record<string, Handler<never>>> {
  const guarded = Object.entries(handlers).map(([id, handle]): [string, Handler<never>] => [
    id,
    REGISTERING.includes(id)
      ? async (request, context) => {
          if (!room.isLeft()) throw new DatabaseFullError(new Error('The disk is full, or nearly.'));
          return handle(request, context);
        }
      : handle,
  ]);
  return Object.fromEntries(guarded);
}
