import { connect, createServer } from 'node:net';

const loopback = '127.0.0.1';

/** The wanted port if nothing listens there on loopback, else a free one. */
export async function freePort(wanted: number): Promise<number> {
  return (await bind(wanted)) ?? (await bind(0)) ?? wanted;
}

/** Whether something accepts connections at that port of loopback within a second. */
export function portAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: loopback, port, timeout: 1_000 });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}

function bind(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: loopback, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
