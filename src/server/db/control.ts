/** What the supervisor and an API process say to each other: one JSON object a line over a loopback connection. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

/** Left in the data directory, readable by its owner only: who supervises it and how to reach them. */
export interface SupervisorNote {
  readonly pid: number;
  readonly control: number;
  readonly token: string;
}

export interface ControlRequest {
  readonly want: 'lease' | 'status' | 'stop';
  readonly pid: number;
  readonly token: string;
}

export type ControlAnswer =
  | { readonly state: 'ready'; readonly port: number; readonly socket?: string; readonly pid: number }
  | { readonly state: 'starting' | 'stopped' }
  | { readonly state: 'refused'; readonly holder: number }
  | { readonly state: 'failed'; readonly reason: string };

export function noteFile(dataDir: string): string {
  return join(dataDir, 'supervisor.json');
}

export function readNote(dataDir: string): SupervisorNote | undefined {
  try {
    return JSON.parse(readFileSync(noteFile(dataDir), 'utf8')) as SupervisorNote;
  } catch {
    return undefined;
  }
}

/** The lines of a connection, until it ends. */
export async function* lines(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of socket) {
    rest += String(chunk);
    const whole = rest.split('\n');
    rest = whole.pop() ?? '';
    yield* whole;
  }
}

/**
 * Connects and asks; the connection stays open for a lease. Rejects when nobody, or somebody else, answers there, and
 * when `signal` ends the asking.
 */
export function open(
  note: SupervisorNote,
  request: Omit<ControlRequest, 'token'>,
  signal?: AbortSignal,
): Promise<{ answer: ControlAnswer; socket: Socket }> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new Error('The asking was given up.'));
    const socket = connect({ host: '127.0.0.1', port: note.control });
    const giveUp = (): void => fail(new Error('The asking was given up.'));
    signal?.addEventListener('abort', giveUp);
    const fail = (error: Error): void => {
      signal?.removeEventListener('abort', giveUp);
      socket.destroy();
      reject(error);
    };
    let text = '';
    socket.setTimeout(request.want === 'status' ? 3000 : 90000, () =>
      fail(new Error('The supervisor does not answer.')),
    );
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('The supervisor closed the connection.')));
    socket.once('connect', () => socket.write(`${JSON.stringify({ ...request, token: note.token })}\n`));
    socket.on('data', function onData(chunk) {
      text += String(chunk);
      const end = text.indexOf('\n');
      if (end < 0) return;
      socket.off('data', onData);
      socket.off('error', fail);
      socket.removeAllListeners('close');
      socket.setTimeout(0);
      signal?.removeEventListener('abort', giveUp);
      try {
        resolve({ answer: JSON.parse(text.slice(0, end)) as ControlAnswer, socket });
      } catch (error) {
        fail(error as Error);
      }
    });
  });
}

/** Asks one question and hangs up. */
export async function ask(note: SupervisorNote, request: Omit<ControlRequest, 'token'>): Promise<ControlAnswer> {
  const { answer, socket } = await open(note, request);
  socket.destroy();
  return answer;
}
