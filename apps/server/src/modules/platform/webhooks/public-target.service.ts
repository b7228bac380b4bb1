import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

export class TargetError extends Error {
  override name = 'TargetError';
}

const NOT_PUBLIC_MESSAGE = 'This address does not lead to the public internet';
export type ResolveHostname = (hostname: string) => Promise<readonly LookupAddress[]>;
const RESOLVE_TIMEOUT_MS = 1500;
const dnsResolver = new Resolver({ timeout: 2000, tries: 2 });

/**
 * Uses only name servers. `dns.lookup` holds one of the process's few threads while a server is silent, which
 * delays images and passwords.
 */
const resolveHostname: ResolveHostname = async (hostname) => {
  const dnsAnswers = await Promise.allSettled([
    dnsResolver.resolve4(hostname),
    dnsResolver.resolve6(hostname),
  ]);
  const foundAddresses = dnsAnswers.flatMap((answer, at) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
      : [],
  );
  if (foundAddresses.length === 0) throw new TargetError('The name of the address was not found');
  return foundAddresses;
};

const globalUnicastRange = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Azure's virtual machines get credentials from this address, which looks public. */
const metadataAddresses = ['168.63.129.16'];

/** False for private and local addresses, and for those that wrap an IPv4 address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || metadataAddresses.includes(text)) return false;
  const parsedAddress = ipaddr.parse(text);
  if (parsedAddress.range() !== 'unicast') return false;
  return parsedAddress instanceof ipaddr.IPv4 || parsedAddress.match(globalUnicastRange);
}

export function checkTargetUrl(url: URL, { allowPrivate }: { allowPrivate: boolean }): void {
  if (url.username || url.password) throw new TargetError('A web address without user name and password');
  if (allowPrivate) return;
  if (url.protocol !== 'https:') throw new TargetError('A web address that starts with https://');
  const targetPort = Number(url.port || 443);
  // Other services below 1024 may react to such requests
  if (targetPort !== 443 && targetPort < 1024) throw new TargetError('The port is 443, or one from 1024 on');
  const targetHost = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivateHost = isIP(targetHost) ? !isPublicAddress(targetHost) : isLocalHostname(targetHost);
  if (isPrivateHost) throw new TargetError(NOT_PUBLIC_MESSAGE);
}

/** True for host names that no public name server knows. */
const isLocalHostname = (host: string) =>
  !host.replace(/\.$/, '').includes('.') || /\.localhost\.?$/.test(host);

function refusePrivateAddresses(found: readonly LookupAddress[]): void {
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) {
    throw new TargetError(NOT_PUBLIC_MESSAGE);
  }
}

/** Tells an owner at once that a name is private. An unknown name passes, because it may be found later. */
export async function checkTargetName(
  { hostname }: URL,
  resolve: ResolveHostname = resolveHostname,
): Promise<void> {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return;
  const timeLimitPromise = sleep(RESOLVE_TIMEOUT_MS, undefined, { ref: false });
  const resolvedAddresses = await Promise.race([resolve(hostname).catch(() => undefined), timeLimitPromise]);
  if (resolvedAddresses) refusePrivateAddresses(resolvedAddresses);
}

/**
 * Makes the `lookup` function of a connection. The connection uses the checked addresses, so that the name cannot
 * change in between.
 */
export const makePublicLookup =
  (resolve: ResolveHostname = resolveHostname): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname)
      .then((found) => {
        refusePrivateAddresses(found);
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
