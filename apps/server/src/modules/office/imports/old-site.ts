import { parseAddress } from '@institute/contract/web-address';

const removeWww = (host: string): string => host.replace(/^www\./, '');

/** Names a site by its address. The protocol and `www.` do not distinguish sites. */
export function nameSite(address: string): string | undefined {
  const url = parseAddress(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return removeWww(url.host) + url.pathname.replace(/\/+$/, '');
}

/** True for an address on the host of the old site. Other sites on the same host count too. */
export function isAddressOfSite(url: URL, base: string): boolean {
  const siteHost = parseAddress(base)?.host;
  return siteHost !== undefined && removeWww(url.host) === removeWww(siteHost);
}

/**
 * Returns the folder of a site that shares its host with others, such as `/blog`. Empty for a site with its own host.
 */
export const readSiteFolder = (base: string): string =>
  parseAddress(base)?.pathname.replace(/\/+$/, '') ?? '';

/** True for the address of the site itself, which shows its front page. */
export const isFrontAddress = (address: string, base: string): boolean =>
  nameSite(address) !== undefined && nameSite(address) === nameSite(base) && !parseAddress(address)?.search;

/** Returns an address with `http` and `https`, each with and without `www.`, because old texts use all of these. */
export const listAddressVariants = (address: string): string[] =>
  ['https://', 'https://www.', 'http://', 'http://www.'].map((start) =>
    address.replace(/^https?:\/\/(?:www\.)?/, start),
  );
