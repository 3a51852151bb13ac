/**
 * Room on the disk of the database. Registering takes room for good, signing in hardly any: while little is left,
 * registrations are refused with a clear answer, so that whoever has an account still gets in. The disk of the embedded
 * database is looked at; of any other it is known only when the database says that it is full.
 */
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Ballast, ballastIn } from './ballast.ts';
import type { CallContext, Handler } from './types.ts';

/** Bytes kept for everything else: PostgreSQL writes its log in files of 16 MB. */
const RESERVE = 256 * 1024 * 1024;
const LOOK_AGAIN_MILLISECONDS = 1000;
/** When it is worth asking again while there is no room. */
const RETRY_SECONDS = 10;
/** How long a disk that was full counts as full; then the next registration tries it. */
const FULL_MILLISECONDS = 30000;
/** Calls that store a new account each time. */
const REGISTERING: readonly string[] = ['register-phone', 'register-email', 'third-register'];
/** Calls that store one for whoever was never seen before, and ask for room then. */
const JOINING: readonly string[] = ['third-sign-in'];
/** Calls that only tell of something, as often as anybody likes. */
const TELLING: readonly string[] = ['client-events', 'collect-data'];

/** What takes room is refused while there is none. Whoever found that out has told it; HTTP answers 503. */
export class NoRoomError extends Error {
  readonly retryAfterSeconds: number;
  /** Whether it was a new account that there is no room for. */
  readonly isAccount: boolean;
  constructor(retryAfterSeconds: number, isAccount = true) {
    super(isAccount ? 'There is no room for another account.' : 'There is no room to keep that.');
    this.name = 'NoRoomError';
    this.retryAfterSeconds = retryAfterSeconds;
    this.isAccount = isAccount;
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
  /** Told each time before it is looked. */
  readonly onLook?: () => void;
}

/** Rejects for a directory that is not there. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Looks at the disk now and then; a disk that cannot be asked counts as having room. */
export async function watchRoom(options: RoomOptions): Promise<Room> {
  const { directory, onChange, free = freeBytes, everyMilliseconds = LOOK_AGAIN_MILLISECONDS, onLook } = options;
  let left = true;
  const look = async (): Promise<void> => {
    onLook?.();
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
    refusedFor: () => (left ? 0 : RETRY_SECONDS),
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

/** The reserve on the disk of the embedded database, telling the log when it cannot be kept. */
export function reserveIn(directory: string, logger: Logger): Ballast {
  return ballastIn(directory, (error) => logger.warn({ err: error }, 'the reserve on the disk of the database'));
}

/** The room of a server's database. */
export interface DatabaseRoom extends Pick<Room, 'refusedFor' | 'stop'> {
  /** The database said that its disk is full; true when room was made, so that it is worth trying again at once. */
  full(): boolean;
}

/**
 * The room of a server's database: what its disk shows and what it says itself, and a reserve on a disk of ours.
 * @param directory of the embedded database; undefined for one elsewhere, whose disk nobody here can see
 */
export async function openRoom(directory: string | undefined, logger: Logger): Promise<DatabaseRoom> {
  const told = roomAsTold({
    onChange: (isLeft) =>
      isLeft
        ? logger.warn('registrations are tried again on the disk of the database')
        : logger.error('the disk of the database is full; registrations are refused'),
  });
  if (directory === undefined)
    return {
      refusedFor: told.refusedFor,
      stop: told.stop,
      full() {
        told.full();
        return false;
      },
    };
  const ballast = reserveIn(directory, logger);
  const seen = await watchRoom({
    directory,
    onLook: ballast.look,
    onChange: (isLeft) =>
      isLeft
        ? logger.warn('the disk of the database has room again; registrations are taken')
        : logger.error('the disk of the database is nearly full; registrations are refused'),
  });
  return {
    full() {
      told.full();
      return ballast.release();
    },
    refusedFor: () => Math.max(told.refusedFor(), seen.refusedFor()),
    stop() {
      told.stop();
      seen.stop();
    },
  };
}

/** The handlers, those that store accounts refusing while there is no room. */
export function keepRoom(
  handlers: Readonly<Record<string, Handler<never>>>,
  room: Pick<Room, 'refusedFor'>,
): Readonly<Record<string, Handler<never>>> {
  const refuse = (isAccount: boolean): void => {
    const seconds = room.refusedFor();
    if (seconds > 0) throw new NoRoomError(seconds, isAccount);
  };
  const needRoom = (): void => refuse(true);
  const guarded = Object.entries(handlers).map(([id, handle]): [string, Handler<never>] => {
    if (JOINING.includes(id)) return [id, (request, context: CallContext) => handle(request, { ...context, needRoom })];
    if (!REGISTERING.includes(id) && !TELLING.includes(id)) return [id, handle];
    return [
      id,
      async (request, context) => {
        refuse(REGISTERING.includes(id));
        return handle(request, context);
      },
    ];
  });
  return Object.fromEntries(guarded);
}
