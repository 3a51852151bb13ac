/** A mail server that takes its time: what it is given waits, whole, until it is told to go on. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface SlowSmtp {
  readonly url: string;
  /** Recipients of the mails that have come in whole, in order, answered or not. */
  readonly received: readonly string[];
  /** How many of them are kept waiting for the answer. */
  waiting(): number;
  /** Answers all that wait, and whatever comes from now on at once. */
  goOn(): void;
  close(): Promise<void>;
}

export interface SlowSmtpOptions {
  /** How long each mail waits for its answer, milliseconds; until `goOn` when left out. */
  readonly milliseconds?: number;
  /** Whether a recipient's mail waits at all; every one when left out. */
  readonly isSlow?: (recipient: string) => boolean;
}

export async function slowSmtp({ milliseconds, isSlow = () => true }: SlowSmtpOptions = {}): Promise<SlowSmtp> {
  const received: string[] = [];
  const kept = new Set<() => void>();
  let held = true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume();
      stream.once('end', () => {
        const recipient = session.envelope.rcptTo[0]?.address ?? '';
        received.push(recipient);
        if (!held || !isSlow(recipient)) return done();
        const answer = (): void => {
          if (kept.delete(answer)) done();
        };
        kept.add(answer);
        if (milliseconds !== undefined) setTimeout(answer, milliseconds).unref();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const goOn = (): void => {
    held = false;
    for (const answer of [...kept]) answer();
  };
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    waiting: () => kept.size,
    goOn,
    close() {
      goOn();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
