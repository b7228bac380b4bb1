import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

/** Why an address may not be called. The message is for owners. */
export class TargetError extends Error {
  override name = 'TargetError';
}

const NOT_PUBLIC = 'This address does not lead to the public internet';
/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;
/** While an owner waits for the answer. */
const RESOLVE_MAY_TAKE_MS = 1500;
const resolver = new Resolver({ timeout: 2000, tries: 2 });

/**
 * Asks the name servers alone. `dns.lookup` would hold one of the process's few threads for as long as a name server is
 * silent, and so delay the images and passwords of others.
 */
const resolveName: Resolve = async (hostname) => {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
      : [],
  );
  if (found.length === 0) throw new TargetError('The name of the address was not found');
  return found;
};

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Azure's virtual machines get their credentials from this one, which looks public. */
const metadata = ['168.63.129.16'];

/** False for the addresses of one machine or network, and for those that wrap an IPv4 address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || metadata.includes(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** Checks what can be told from the address alone. */
export function checkUrl(url: URL, { allowPrivate }: { allowPrivate: boolean }): void {
  if (url.username || url.password) throw new TargetError('A web address without user name and password');
  if (allowPrivate) return;
  if (url.protocol !== 'https:') throw new TargetError('A web address that starts with https://');
  const port = Number(url.port || 443);
  // other services below 1024 answer to requests that were not meant for them
  if (port !== 443 && port < 1024) throw new TargetError('The port is 443, or one from 1024 on');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(host) ? !isPublicAddress(host) : isLocalName(host);
  if (isPrivate) throw new TargetError(NOT_PUBLIC);
}

/** Names that no public name server knows. */
const isLocalName = (host: string) => !host.replace(/\.$/, '').includes('.') || /\.localhost\.?$/.test(host);

function checkAddresses(found: readonly LookupAddress[]): void {
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) {
    throw new TargetError(NOT_PUBLIC);
  }
}

/** Tells an owner at once that a name is private. A name that is not found now may be found later. */
export async function checkName({ hostname }: URL, resolve: Resolve = resolveName): Promise<void> {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return;
  const late = sleep(RESOLVE_MAY_TAKE_MS, undefined, { ref: false });
  const found = await Promise.race([resolve(hostname).catch(() => undefined), late]);
  if (found) checkAddresses(found);
}

/**
 * The `lookup` of a connection. The connection is made to the addresses that were checked, so a name cannot lead
 * elsewhere in between.
 */
export const lookupPublic =
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
