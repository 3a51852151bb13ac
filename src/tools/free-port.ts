import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections, one of which could take a port before its server does, and
 * none that browsers refuse.
 */
const [LEAST, MOST] = [20_000, 30_000];

const isFree = (port: number): Promise<boolean> =>
  new Promise((told) => {
    const server = createServer();
    server.once('error', () => told(false));
    server.listen(port, '127.0.0.1', () => server.close(() => told(true)));
  });

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(LEAST, MOST);
  return (await isFree(port)) ? port : freePort();
}
