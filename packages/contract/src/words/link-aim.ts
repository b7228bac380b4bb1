import { parseAddress } from './web-address.ts';

/**
 * Matches redirects of mail programs, search engines and social networks that have the target address as a parameter.
 */
const REDIRECT_ADDRESS_PATTERN =
  /^(?:[\w-]+\.)*(?:safelinks\.protection\.(?:outlook\.com|office365\.us)\/|statics\.teams\.cdn\.office\.net\/evergreen-assets\/safelinks\/|urldefense\.proofpoint\.com\/v[12]\/|linkprotect\.cudasvc\.com\/url|fireeye\.com\/v?\d?\/?url|lm?\.(?:facebook|instagram|messenger)\.com\/|l\.wl\.co\/|google(?:\.[a-z]{2,3}){1,2}\/url$|bing\.com\/ck\/a|duckduckgo\.com\/l\/|youtube\.com\/redirect$|linkedin\.com\/(?:safety\/go|redir\/)|slack-redir\.net\/link|out\.reddit\.com\/|vk\.com\/away)/;
const AIM_PARAMETERS = ['url', 'q', 'u', 'a', 'uddg', 'to'];
const MAX_REDIRECTS = 5;

/**
 * Finds the address to which a link finally leads. Redirects of mail programs are removed, because they identify the
 * reader and stop working. Undefined for a link within the pasted document, such as one to a footnote.
 */
export function readLinkAim(href: string): string | undefined {
  if (/^\s*(?:#|file:)/i.test(href)) return undefined;
  let linkAim = href;
  for (let redirectCount = 0; redirectCount < MAX_REDIRECTS; redirectCount += 1) {
    const nextLinkAim = followRedirect(linkAim);
    if (nextLinkAim === undefined) break;
    linkAim = nextLinkAim;
  }
  return linkAim;
}

function followRedirect(href: string): string | undefined {
  const redirectUrl = /^\s*https?:/i.test(href) ? parseAddress(href) : undefined;
  if (!redirectUrl) return undefined;
  if (/(?:^|\.)urldefense\.(?:us|com)$/.test(redirectUrl.hostname)) return readProofpointAim(href);
  if (redirectUrl.hostname === 'r.search.yahoo.com')
    return toWebAddress(decodePercents(/\/RU=([^/]+)\//.exec(redirectUrl.pathname)?.[1] ?? ''));
  if (!REDIRECT_ADDRESS_PATTERN.test(redirectUrl.hostname + redirectUrl.pathname)) return undefined;
  for (const parameterName of AIM_PARAMETERS) {
    const parameterValue = redirectUrl.searchParams.get(parameterName) ?? '';
    const webAddress =
      toWebAddress(parameterValue) ??
      toWebAddress(decodePercents(parameterValue.replaceAll('-', '%').replaceAll('_', '/'))) ??
      toWebAddress(decodeBase64(parameterValue.slice(2)));
    if (webAddress) return webAddress;
  }
  return undefined;
}

const toWebAddress = (text: string): string | undefined =>
  /^https?:\/\//i.test(text) && parseAddress(text) ? text : undefined;

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function decodeBase64(text: string): string {
  try {
    const decodedBytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    );
    return new TextDecoder().decode(decodedBytes);
  } catch {
    return '';
  }
}

/**
 * Reads the third form of Proofpoint's links. A star in the address stands for one sign of the base64 after it, `**B`
 * for three signs.
 */
function readProofpointAim(href: string): string | undefined {
  const [, address = '', base64 = ''] = /\/v3\/__(.+?)__;(.*?)!/.exec(href) ?? [];
  const replacedSigns = [...decodeBase64(base64)];
  const lengthCodeLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const wholeAddress = address.replace(/\*(?:\*(.))?/g, (_, length?: string) =>
    replacedSigns.splice(0, length ? lengthCodeLetters.indexOf(length) + 2 : 1).join(''),
  );
  return toWebAddress(wholeAddress.replace(/^(https?:\/)(?=[^/])/, '$1/'));
}
