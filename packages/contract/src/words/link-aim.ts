import { parseAddress } from './web-address.ts';

/** Redirects of mail programs, search engines and social networks that name their aim as a parameter. */
const REDIRECT =
  /^(?:[\w-]+\.)*(?:safelinks\.protection\.(?:outlook\.com|office365\.us)\/|statics\.teams\.cdn\.office\.net\/evergreen-assets\/safelinks\/|urldefense\.proofpoint\.com\/v[12]\/|linkprotect\.cudasvc\.com\/url|fireeye\.com\/v?\d?\/?url|lm?\.(?:facebook|instagram|messenger)\.com\/|l\.wl\.co\/|google(?:\.[a-z]{2,3}){1,2}\/url$|bing\.com\/ck\/a|duckduckgo\.com\/l\/|youtube\.com\/redirect$|linkedin\.com\/(?:safety\/go|redir\/)|slack-redir\.net\/link|out\.reddit\.com\/|vk\.com\/away)/;
const AIM_PARAMETERS = ['url', 'q', 'u', 'a', 'uddg', 'to'];
const MOST_REDIRECTS = 5;

/**
 * The address to which a link leads in the end. Redirects of mail programs are removed, because they name the reader
 * and stop working. Undefined for a link within the pasted document, such as one to a footnote.
 */
export function readLinkAim(href: string): string | undefined {
  if (/^\s*(?:#|file:)/i.test(href)) return undefined;
  let aim = href;
  for (let step = 0; step < MOST_REDIRECTS; step += 1) {
    const next = followRedirect(aim);
    if (next === undefined) break;
    aim = next;
  }
  return aim;
}

function followRedirect(href: string): string | undefined {
  const url = /^\s*https?:/i.test(href) ? parseAddress(href) : undefined;
  if (!url) return undefined;
  if (/(?:^|\.)urldefense\.(?:us|com)$/.test(url.hostname)) return readDefended(href);
  if (url.hostname === 'r.search.yahoo.com')
    return toWebAddress(decodePercents(/\/RU=([^/]+)\//.exec(url.pathname)?.[1] ?? ''));
  if (!REDIRECT.test(url.hostname + url.pathname)) return undefined;
  for (const name of AIM_PARAMETERS) {
    const value = url.searchParams.get(name) ?? '';
    const found =
      toWebAddress(value) ??
      toWebAddress(decodePercents(value.replaceAll('-', '%').replaceAll('_', '/'))) ??
      toWebAddress(decodeBase64(value.slice(2)));
    if (found) return found;
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
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    );
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

/** Third form of Proofpoint: stars stand for the signs in base64 after the address, `**B` for three of them. */
function readDefended(href: string): string | undefined {
  const [, address = '', base64 = ''] = /\/v3\/__(.+?)__;(.*?)!/.exec(href) ?? [];
  const signs = [...decodeBase64(base64)];
  const lengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const whole = address.replace(/\*(?:\*(.))?/g, (_, length?: string) =>
    signs.splice(0, length ? lengths.indexOf(length) + 2 : 1).join(''),
  );
  return toWebAddress(whole.replace(/^(https?:\/)(?=[^/])/, '$1/'));
}
