import { isLoopback } from './config.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Lists the site's own hosts and origins. All loopback names count as one host. */
export function listOwnAddresses(publicUrl: string) {
  const { protocol, hostname, port } = new URL(publicUrl);
  const defaultPort = protocol === 'https:' ? '443' : '80';
  const names = isLoopback(publicUrl) ? [hostname, ...LOOPBACK_NAMES] : [hostname];
  const shortHosts = port ? names.map((name) => `${name}:${port}`) : names;
  return {
    hosts: new Set([...shortHosts, ...names.map((name) => `${name}:${port || defaultPort}`)]),
    origins: new Set(shortHosts.map((host) => `${protocol}//${host}`)),
  };
}

export const isOwnOrigin = (origin: string, publicUrl: string): boolean =>
  listOwnAddresses(publicUrl).origins.has(origin);
