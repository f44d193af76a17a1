/** A network between worker, command line and server that a test can cut. */
import { createServer, connect, type Socket } from 'node:net';

export interface Proxy {
  /** For `TEMPORAL_ADDRESS`. */
  address: string;
  /** Lets everything through again. */
  mend(): void;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Keeps all connections and drops what they carry: nobody learns that the other side is out of reach. */
  swallow(): void;
  close(): Promise<void>;
}

export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  let state: 'open' | 'cut' | 'hole' = 'open';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return socket;
  };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => void (state === 'open' && to.write(chunk))).on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const upstream = keep(connect(target));
    forward(keep(client), upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => sockets.forEach((socket) => socket.destroy());
  const { port } = server.address() as { port: number };
  return {
    address: `127.0.0.1:${port}`,
    mend: () => {
      // What was swallowed is missing in the middle of a stream: those connections are of no use.
      if (state === 'hole') end();
      state = 'open';
    },
    cut: () => {
      state = 'cut';
      end();
    },
    swallow: () => (state = 'hole'),
    close: () => {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
