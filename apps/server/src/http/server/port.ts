import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../../config/config.ts';
import { readErrorCode, StartError } from '../../errors.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Elsewhere sockets cannot share a port, or only one of them gets connections. */
export const canShare: boolean = process.platform === 'linux';

interface ReservedPort {
  port: number;
  /** Nobody else gets the port before the product listens. */
  handOver(listen: () => Promise<void>): Promise<void>;
  release(): Promise<void>;
}

/** Any free port. It is known before the product listens, because links need the number. */
export async function reservePort(host: string): Promise<ReservedPort> {
  const server = createServer((early) => early.destroy());
  try {
    server.listen({ port: 0, host, reusePort: canShare });
    await once(server, 'listening');
  } catch (error) {
    throw toPortError({ host, port: 0 }, error);
  }
  const { port } = server.address() as AddressInfo;
  const releasePort = async () => {
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  return {
    port,
    handOver: async (listen) => {
      if (!canShare) await releasePort();
      await listen();
      await releasePort();
    },
    release: releasePort,
  };
}

export const changePort = (config: Config, port: number): Config => ({
  ...config,
  port,
  publicUrl: config.publicUrl.replace(/:0$/, `:${port}`),
});

/** Throws when the port is taken, before anything else starts. Returns the port, or a free one for 0. */
export async function findFreePort({ host, port: given }: Address): Promise<number> {
  // Outgoing connections get ports above these, so none takes it before the product listens
  const port = given || randomInt(10_000, 32_768);
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    if (given === 0 && readErrorCode(error) === 'EADDRINUSE') return findFreePort({ host, port: 0 });
    throw toPortError({ host, port }, error);
  }
  server.close();
  await once(server, 'close');
  return port;
}

export function toPortError({ host, port }: Address, error: unknown): unknown {
  const code = readErrorCode(error);
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is already in use; set PORT to another.`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user; set PORT to another.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(`HOST ${host} is no address of this machine.`);
  }
  return error;
}

/** For operators of a proxy, which does not use the public address. */
export const formatAddress = ({ host, port }: Address) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
