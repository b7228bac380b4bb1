import { isIP } from 'node:net';

/**
 * A home or a phone has a whole /64 of IPv6, which counts as one caller. A proxy may pass on any text: all
 * that is no address shares one key.
 */
export function addressKey(ip: string): string {
  const address = ip.split('%', 1)[0] ?? '';
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return 'unknown';

  const groups = groupsOf(address);
  const [high = '0', low = '0'] = groups.slice(6);
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,ffff';
  if (isMapped) return [high, low].flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  if (!before || !after) return [];
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
