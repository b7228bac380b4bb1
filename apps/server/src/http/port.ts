import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { errorCode, StartError } from '../errors.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Links need the number, so a free port replaces port 0. */
export async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(config);
  const publicUrl = config.publicUrl.replace(/:0$/, `:${port}`);
  return { ...config, port, publicUrl };
}

/** Throws when the port is taken, before anything else starts. Returns the port, or a free one for 0. */
export async function freePort({ host, port: given }: Address): Promise<number> {
  // outgoing connections get ports above these, so none takes it before the product listens
  const port = given || randomInt(10_000, 32_768);
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    if (given === 0 && errorCode(error) === 'EADDRINUSE') return freePort({ host, port: 0 });
    throw portError({ host, port }, error);
  }
  server.close();
  await once(server, 'close');
  return port;
}

export function portError({ host, port }: Address, error: unknown): unknown {
  const code = errorCode(error);
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
export const listeningAt = ({ host, port }: Address): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
