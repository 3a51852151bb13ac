/**
 * HTTP/1.1 as the load generator needs it: one request at a time on kept connections, and as little of the shared
 * processor as possible. It knows bodies with a length, in chunks, until the end of the connection, and none.
 */
import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  /** Names in lower case; of a name that stands twice the last, `set-cookie` apart. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
}

const PATIENCE = 90000;
const idle = new Map<number, Socket[]>();
const BLANK = Buffer.from('\r\n\r\n');

interface Head {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly cookies: string[];
  readonly length: number;
}

function readHead(text: string, length: number): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'set-cookie') cookies.push(value);
    else headers[name] = value;
  }
  return { status: Number(first.split(' ')[1]), headers, cookies, length };
}

/** The body in chunks that starts at `from`; undefined while it is not whole. */
function readChunks(received: Buffer, from: number): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const end = received.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(received.toString('latin1', at, end), 16);
    if (received.length < end + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(received.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

function bodyOf(received: Buffer, head: Head, ended: boolean): Buffer | undefined {
  if (head.status === 204 || head.status === 304) return Buffer.alloc(0);
  if (head.headers['transfer-encoding'] === 'chunked') return readChunks(received, head.length);
  const announced = head.headers['content-length'];
  if (announced === undefined) return ended ? received.subarray(head.length) : undefined;
  const whole = head.length + Number(announced);
  return received.length < whole ? undefined : received.subarray(head.length, whole);
}

/** Sends a request (head and body as one text) to this machine. Rejects when the connection fails or nothing comes for 90 s. */
export function exchange(port: number, request: string): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const kept = idle.get(port) ?? [];
    idle.set(port, kept);
    const reused = kept.pop();
    const socket = reused ?? connect({ port, host: '127.0.0.1', noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    let head: Head | undefined;
    const done = (): void => {
      socket.removeAllListeners();
      socket.setTimeout(0);
    };
    const drop = (): void => {
      done();
      socket.on('error', () => undefined);
      socket.destroy();
    };
    const fail = (error: Error): void => {
      drop();
      // As browsers do: a kept connection may have been closed just before it was used, so what got no byte of an
      // answer on one is sent again on another, until a new one fails.
      if (reused && received.length === 0) resolve(exchange(port, request));
      else reject(error);
    };
    const look = (ended: boolean): void => {
      if (!head) {
        const end = received.indexOf(BLANK);
        if (end >= 0) head = readHead(received.toString('latin1', 0, end), end + 4);
      }
      const body = head && bodyOf(received, head, ended);
      if (!head || !body) {
        if (ended) fail(new Error('The connection ended before the answer.'));
        return;
      }
      done();
      if (ended || head.headers.connection === 'close') socket.destroy();
      else {
        // While it rests, an end or a fault takes it out.
        const forget = (): void => {
          const index = kept.indexOf(socket);
          if (index >= 0) kept.splice(index, 1);
          socket.destroy();
        };
        socket.on('error', forget).on('end', forget).on('close', forget);
        kept.push(socket);
      }
      resolve({ status: head.status, headers: head.headers, cookies: head.cookies, body: body.toString('utf8') });
    };
    socket.removeAllListeners('error').removeAllListeners('end').removeAllListeners('close');
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      look(false);
    });
    socket.on('end', () => look(true));
    socket.on('close', () => look(true));
    socket.on('error', fail);
    socket.setTimeout(PATIENCE, () => {
      drop();
      reject(new Error('No answer within 90 s.'));
    });
    socket.write(request);
  });
}
