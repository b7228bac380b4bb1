import { parseAddress } from '@institute/contract/web-address';

const removeWww = (host: string): string => host.replace(/^www\./, '');

/** Names a site by its address, in which neither `www.` nor a certificate makes a difference. */
export function nameSite(address: string): string | undefined {
  const url = parseAddress(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return removeWww(url.host) + url.pathname.replace(/\/+$/, '');
}

/** True for an address of the site itself, or of another one on its host. */
export function isAddressOfSite(url: URL, base: string): boolean {
  const host = parseAddress(base)?.host;
  return host !== undefined && removeWww(url.host) === removeWww(host);
}

/** The folder of a site that has not its host for itself, such as `/blog`, otherwise empty. */
export const readFolder = (base: string): string => parseAddress(base)?.pathname.replace(/\/+$/, '') ?? '';

/** True for the address of the site itself, which shows its front page. */
export const isFrontAddress = (address: string, base: string): boolean =>
  nameSite(address) !== undefined && nameSite(address) === nameSite(base) && !parseAddress(address)?.search;

/** An address with and without `www.` and a certificate: old texts have all of them. */
export const listSpellings = (address: string): string[] =>
  ['https://', 'https://www.', 'http://', 'http://www.'].map((start) =>
    address.replace(/^https?:\/\/(?:www\.)?/, start),
  );
