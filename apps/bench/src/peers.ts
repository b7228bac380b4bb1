import type { Request } from './comparison.ts';
import { CONNECTIONS, putLoad } from './load.ts';
import { areKnown, residentMb } from './process-figures.ts';
import type { Side } from './product.ts';
import { registration } from './registrations.ts';
import { table, whole } from './report.ts';
import { pastTheCache } from './uncached.ts';

const WARM_UP_SECONDS = 5;
const SECONDS = 10;
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' };

/** Answers per second, and MB of the server's process after the load. Undefined where nobody has measured it. */
interface Peer {
  name: string;
  list?: number;
  create?: number;
  home?: number;
  megabytes?: number | undefined;
}

/** Measured once, on another machine of two cores. */
const peers: Peer[] = [
  { name: 'Strapi 5.54', list: 603, create: 483, megabytes: 573 },
  { name: 'Directus 11.17', list: 536, create: 341, megabytes: 668 },
  { name: 'Payload 3.90 (Next 16)', list: 1097, create: 817, home: 451, megabytes: 416 },
  { name: 'Ghost 6.65', home: 203, megabytes: 393 },
];

/** Asks the product for what the peers were asked for. */
export async function measureAsPeers(product: Side): Promise<Peer[]> {
  const perSecond = async (request: Request) => {
    const { path, ...load } = request;
    const url = product.origin + path;
    await putLoad({ ...load, url, seconds: WARM_UP_SECONDS });
    return (await putLoad({ ...load, url, seconds: SECONDS })).perSecond;
  };
  const get = (path: string, headers: Record<string, string>) =>
    perSecond({ path, method: 'GET', headers: { ...BROWSER, ...headers } });
  const list = '/api/v1/programs';
  const fromMemory = { list: await get(list, {}), home: await get('/', {}) };
  // no figure for pages: at such a load the product refuses some of them instead of letting all wait
  const pastMemory = { list: await get(list, pastTheCache) };
  const create = await perSecond(registration);
  const megabytes = areKnown ? residentMb(product.pid) : undefined;
  return [
    { name: 'this product, from memory', ...fromMemory, megabytes },
    { name: 'this product, past its memory', ...pastMemory, create, megabytes },
  ];
}

export const peerSection = (own: Peer[]): string => `## Beside other products

What somebody chooses between who would otherwise take a content system off the shelf. The first rows were measured in this run; the others once, on another
machine of two cores, so take their order of magnitude and no more. "List" is the API's answer with twelve entries (here eleven), "create" stores one entry (here a
whole registration with its emails), "home" is the rendered home page. The load is ${CONNECTIONS} connections for ${SECONDS} seconds.

${table(
  ['product', 'list /s', 'create /s', 'home /s', 'MB after load'],
  [...own, ...peers].map(({ name, list, create, home, megabytes }) => [
    peers.some((peer) => peer.name === name) ? `${name} (measured elsewhere)` : name,
    ...[list, create, home, megabytes].map(whole),
  ]),
)}

To measure a peer again: install it with its own starter for PostgreSQL (Ghost: for MySQL), build it for production, make twelve entries of one type that anybody may
read and create, and run \`wrk -t1 -c${CONNECTIONS} -d${SECONDS}s\` on their address; \`/proc/PID/status\` has the memory as \`VmRSS\`. For comparison of what a phone
fetches: the scripts of a minimal page of Payload with Next are 119 kB, those of Ghost with its portal and search 680 kB, and those of the median page of
WordPress 638 kB, with a Lighthouse score of 41 on a phone (HTTP Archive, 2025).
`;
