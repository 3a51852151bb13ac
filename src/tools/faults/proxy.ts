/** A proxy in front of instances, as a load balancer is: it takes the next instance when one is not there, and can lose answers on the way. */
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

/** Connections go to the instances by turns. */
export async function openProxy(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let holds = false;
  let turn = 0;
  const remember = (socket: Socket): void => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };

  /** Connects to the instance whose turn it is, or to the next that is there. */
  function reach(tries: number, done: (instance: Socket | undefined) => void): void {
    const port = ports[turn++ % ports.length];
    if (tries === 0 || port === undefined) {
      done(undefined);
      return;
    }
    const instance = connect({ port, host: '127.0.0.1' });
    const missed = (): void => reach(tries - 1, done);
    instance.once('error', missed);
    instance.once('connect', () => {
      instance.off('error', missed);
      done(instance);
    });
  }

  const server: Server = createServer({ pauseOnConnect: true }, (visitor) => {
    remember(visitor);
    reach(ports.length, (instance) => {
      if (instance === undefined) return visitor.destroy();
      remember(instance);
      visitor.pipe(instance);
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
        server.close(() => done());
        cut();
      }),
  };
}
