/**
 * A proxy in front of instances, as a load balancer is: it asks each whether it is ready, takes the next when one is not
 * there, leaves one alone for a while that broke off without an answer, and can lose answers on the way.
 */
import { get } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** From now on nothing that instances say reaches anybody. */
  holdAnswers(): void;
  /** Lets answers through again; those held are lost. */
  letThrough(): void;
  /** Cuts every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** How often instances are asked whether they are ready, and how long one that broke off is left alone, milliseconds. */
const ASKS_EVERY = 100;
const LEFT_ALONE = 1000;

const isReady = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const request = get({ port, host: '127.0.0.1', path: '/readyz', agent: false, timeout: LEFT_ALONE }, (answer) => {
      answer.resume();
      done(answer.statusCode === 200);
    });
    request.on('error', () => done(false)).on('timeout', () => request.destroy());
  });

/** Connections go to the instances by turns. */
export async function openProxy(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  /** Instances that get no connections, each with the moment from which it may be asked again. */
  const out = new Map<number, number>();
  let holds = false;
  let turn = 0;
  const remember = (socket: Socket): void => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };

  const ask = setInterval(() => {
    for (const port of ports) {
      if ((out.get(port) ?? 0) > Date.now()) continue;
      void isReady(port).then((ready) => (ready ? out.delete(port) : out.set(port, 0)));
    }
  }, ASKS_EVERY);
  const leaveAlone = (port: number): void => void out.set(port, Date.now() + LEFT_ALONE);

  /** Connects to the instance whose turn it is, or to the next that is there. When none is ready, each is tried. */
  function reach(tries: number, done: (instance: Socket | undefined, port: number) => void): void {
    const ready = ports.filter((port) => !out.has(port));
    const among = ready.length > 0 ? ready : ports;
    const port = among[turn++ % among.length] ?? 0;
    if (tries === 0) {
      done(undefined, port);
      return;
    }
    const instance = connect({ port, host: '127.0.0.1' });
    const missed = (): void => {
      leaveAlone(port);
      reach(tries - 1, done);
    };
    instance.once('error', missed);
    instance.once('connect', () => {
      instance.off('error', missed);
      done(instance, port);
    });
  }

  const server: Server = createServer({ pauseOnConnect: true }, (visitor) => {
    remember(visitor);
    reach(ports.length, (instance, port) => {
      if (instance === undefined) return visitor.destroy();
      remember(instance);
      visitor.pipe(instance);
      instance.on('error', () => leaveAlone(port));
      instance.on('data', (chunk) => {
        if (!holds) visitor.write(chunk);
      });
      instance.on('end', () => visitor.end());
      instance.on('close', () => visitor.destroy());
      visitor.on('close', () => instance.destroy());
      visitor.resume();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    holdAnswers: () => {
      holds = true;
    },
    letThrough: () => {
      cut();
      holds = false;
    },
    cut,
    close: () =>
      new Promise((done) => {
        clearInterval(ask);
        server.close(() => done());
        cut();
      }),
  };
}
