/** A network between worker, command line and server that a test can cut. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

export interface Proxy {
  /** For `TEMPORAL_ADDRESS`. */
  address: string;
  /** Lets everything through again. */
  mend(): Promise<void>;
  /** Ends all connections and refuses new ones, as a machine does whose server is gone. */
  cut(): void;
  /** Keeps all connections and drops what they carry: nobody learns that the other side is out of reach. */
  swallow(): void;
  close(): Promise<void>;
}

export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  let hole = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return socket;
  };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => void (hole || to.write(chunk))).on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    const upstream = keep(connect(target));
    forward(keep(client), upstream);
    forward(upstream, client);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const end = () => sockets.forEach((socket) => socket.destroy());
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    mend: async () => {
      // What was swallowed is missing in the middle of a stream: those connections are of no use.
      if (hole) end();
      hole = false;
      if (!server.listening) await listen(port);
    },
    cut: () => {
      server.close();
      end();
    },
    swallow: () => (hole = true),
    close: () => {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
