/**
 * Room on the disk of the database. Registering takes room for good, signing in hardly any: while little is left,
 * registrations are refused with a clear answer, so that whoever has an account still gets in. The disk of the embedded
 * database is looked at; of any other it is known only when the database says that it is full.
 */
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { CallContext, Handler } from './types.ts';

/** Bytes kept for everything else: PostgreSQL writes its log in files of 16 MB. */
const RESERVE = 256 * 1024 * 1024;
const LOOK_AGAIN_MILLISECONDS = 10000;
/** How long a disk that was full counts as full; then the next registration tries it. */
const FULL_MILLISECONDS = 30000;
/** Calls that store a new account each time. */
const REGISTERING: readonly string[] = ['register-phone', 'register-email', 'third-register'];
/** Calls that store one for whoever was never seen before, and ask for room then. */
const JOINING: readonly string[] = ['third-sign-in'];

/** A new account is refused while there is no room. Whoever found that out has told it; HTTP answers 503. */
export class NoRoomError extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('There is no room for another account.');
    this.name = 'NoRoomError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Room {
  /** Whether there was more than the reserve when it was last looked. */
  isLeft(): boolean;
  /** Seconds after which it is worth asking again; none while there is room. */
  refusedFor(): number;
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

/** Rejects for a directory that is not there. */
export async function freeBytes(directory: string): Promise<number> {
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
  return {
    isLeft: () => left,
    refusedFor: () => (left ? 0 : Math.ceil(everyMilliseconds / 1000)),
    stop: () => clearInterval(timer),
  };
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
  let until = 0;
  return {
    isLeft: () => timer === undefined,
    refusedFor: () => (timer === undefined ? 0 : Math.max(1, Math.ceil((until - performance.now()) / 1000))),
    full() {
      if (timer === undefined) onChange(false);
      clearTimeout(timer);
      until = performance.now() + forMilliseconds;
      timer = setTimeout(() => {
        timer = undefined;
        onChange(true);
      }, forMilliseconds);
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * The room of a server's database: what its disk shows and what it says itself.
 * @param directory of the embedded database; undefined for one elsewhere, whose disk nobody here can see
 */
export async function openRoom(directory: string | undefined, logger: Logger): Promise<Omit<RoomAsTold, 'isLeft'>> {
  const told = roomAsTold({
    onChange: (isLeft) =>
      isLeft
        ? logger.warn('registrations are tried again on the disk of the database')
        : logger.error('the disk of the database is full; registrations are refused'),
  });
  const seen =
    directory === undefined
      ? undefined
      : await watchRoom({
          directory,
          onChange: (isLeft) =>
            isLeft
              ? logger.warn('the disk of the database has room again; registrations are taken')
              : logger.error('the disk of the database is nearly full; registrations are refused'),
        });
  return {
    full: told.full,
    refusedFor: () => Math.max(told.refusedFor(), seen?.refusedFor() ?? 0),
    stop() {
      told.stop();
      seen?.stop();
    },
  };
}

/** The handlers, those that store accounts refusing while there is no room. */
export function keepRoom(
  handlers: Readonly<Record<string, Handler<never>>>,
  room: Pick<Room, 'refusedFor'>,
): Readonly<Record<string, Handler<never>>> {
  const needRoom = (): void => {
    const seconds = room.refusedFor();
    if (seconds > 0) throw new NoRoomError(seconds);
  };
  const guarded = Object.entries(handlers).map(([id, handle]): [string, Handler<never>] => {
    if (JOINING.includes(id)) return [id, (request, context: CallContext) => handle(request, { ...context, needRoom })];
    if (!REGISTERING.includes(id)) return [id, handle];
    return [
      id,
      async (request, context) => {
        needRoom();
        return handle(request, context);
      },
    ];
  });
  return Object.fromEntries(guarded);
}
