import { isLoopbackUrl } from './config.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Lists the site's own hosts and origins. All loopback names count as one host. */
export function listOwnAddresses(publicUrl: string) {
  const { protocol, hostname, port } = new URL(publicUrl);
  const defaultPort = protocol === 'https:' ? '443' : '80';
  const ownHostNames = isLoopbackUrl(publicUrl) ? [hostname, ...LOOPBACK_NAMES] : [hostname];
  const ownHostsWithPort = port ? ownHostNames.map((name) => `${name}:${port}`) : ownHostNames;
  return {
    hosts: new Set([...ownHostsWithPort, ...ownHostNames.map((name) => `${name}:${port || defaultPort}`)]),
    origins: new Set(ownHostsWithPort.map((host) => `${protocol}//${host}`)),
  };
}

export const isOwnOrigin = (origin: string, publicUrl: string): boolean =>
  listOwnAddresses(publicUrl).origins.has(origin);
