import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../../config/config.ts';
import { readErrorCode, StartError } from '../../errors.ts';

type ListenAddress = Pick<Config, 'host' | 'port'>;

/** On other systems sockets cannot share a port, or only one of them gets connections. */
export const canSharePort: boolean = process.platform === 'linux';

interface ReservedPort {
  port: number;
  /** A port that no other process gets before the product listens. */
  handOver(listen: () => Promise<void>): Promise<void>;
  release(): Promise<void>;
}

/** Reserves a free port. Links need its number before the product listens. */
export async function reservePort(host: string): Promise<ReservedPort> {
  const reservingServer = createServer((early) => early.destroy());
  try {
    reservingServer.listen({ port: 0, host, reusePort: canSharePort });
    await once(reservingServer, 'listening');
  } catch (error) {
    throw explainPortError({ host, port: 0 }, error);
  }
  const { port } = reservingServer.address() as AddressInfo;
  const releasePort = async () => {
    if (!reservingServer.listening) return;
    reservingServer.close();
    await once(reservingServer, 'close');
  };
  return {
    port,
    handOver: async (listen) => {
      if (!canSharePort) await releasePort();
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

/** Finds the port before anything else starts. Throws when the port is taken. For 0 it returns a free one. */
export async function findFreePort({ host, port: given }: ListenAddress): Promise<number> {
  // Outgoing connections use ports above these, so none of them takes the port before the product listens
  const candidatePort = given || randomInt(10_000, 32_768);
  const server = createServer();
  try {
    server.listen(candidatePort, host);
    await once(server, 'listening');
  } catch (error) {
    if (given === 0 && readErrorCode(error) === 'EADDRINUSE') return findFreePort({ host, port: 0 });
    throw explainPortError({ host, port: candidatePort }, error);
  }
  server.close();
  await once(server, 'close');
  return candidatePort;
}

export function explainPortError({ host, port }: ListenAddress, error: unknown): unknown {
  const errorCode = readErrorCode(error);
  if (errorCode === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is already in use; set PORT to another.`);
  if (errorCode === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user; set PORT to another.`);
  if (errorCode === 'EADDRNOTAVAIL' || errorCode === 'ENOTFOUND' || errorCode === 'EAI_AGAIN') {
    return new StartError(`HOST ${host} is no address of this machine.`);
  }
  return error;
}

/** Formats the address for operators of a proxy, which does not use the public address. */
export const formatAddress = ({ host, port }: ListenAddress) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
