import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

export class TargetError extends Error {
  override name = 'TargetError';
}

const NOT_PUBLIC = 'This address does not lead to the public internet';
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;
const RESOLVE_TIMEOUT_MS = 1500;
const dnsResolver = new Resolver({ timeout: 2000, tries: 2 });

/**
 * Uses only name servers. `dns.lookup` holds one of the process's few threads while a server is silent, which
 * delays images and passwords.
 */
const resolveName: Resolve = async (hostname) => {
  const answers = await Promise.allSettled([dnsResolver.resolve4(hostname), dnsResolver.resolve6(hostname)]);
  const found = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
      : [],
  );
  if (found.length === 0) throw new TargetError('The name of the address was not found');
  return found;
};

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Azure's virtual machines get credentials from this address, which looks public. */
const metadataAddresses = ['168.63.129.16'];

/** False for private and local addresses, and for those that wrap an IPv4 address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || metadataAddresses.includes(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

export function checkUrl(url: URL, { allowPrivate }: { allowPrivate: boolean }): void {
  if (url.username || url.password) throw new TargetError('A web address without user name and password');
  if (allowPrivate) return;
  if (url.protocol !== 'https:') throw new TargetError('A web address that starts with https://');
  const port = Number(url.port || 443);
  // Other services below 1024 may react to such requests
  if (port !== 443 && port < 1024) throw new TargetError('The port is 443, or one from 1024 on');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(host) ? !isPublicAddress(host) : isLocalName(host);
  if (isPrivate) throw new TargetError(NOT_PUBLIC);
}

/** No public name server knows these names. */
const isLocalName = (host: string) => !host.replace(/\.$/, '').includes('.') || /\.localhost\.?$/.test(host);

function checkAddresses(found: readonly LookupAddress[]): void {
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) {
    throw new TargetError(NOT_PUBLIC);
  }
}

/** Tells an owner at once that a name is private. An unknown name passes, because it may be found later. */
export async function checkName({ hostname }: URL, resolve: Resolve = resolveName): Promise<void> {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return;
  const late = sleep(RESOLVE_TIMEOUT_MS, undefined, { ref: false });
  const found = await Promise.race([resolve(hostname).catch(() => undefined), late]);
  if (found) checkAddresses(found);
}

/** `lookup` for a connection. It connects to the checked addresses, so the name cannot change in between. */
export const makePublicLookup =
  (resolve: Resolve = resolveName): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname)
      .then((found) => {
        checkAddresses(found);
        return found;
      })
      .then(
        (found) => {
          const [first] = found;
          if (options.all) done(null, [...found]);
          else done(null, first?.address ?? '', first?.family);
        },
        (error: NodeJS.ErrnoException) => done(error, ''),
      );
  };
