import { parseAddress } from '@institute/contract/web-address';

interface OwnPlaces {
  /** The host of the site. */
  host: string;
  /** Links of the institute without `https://` and `www.`. */
  links: readonly string[];
  emails: ReadonlySet<string>;
  isOwnPhone(digits: string): boolean;
}

const DOMAIN_ENDINGS = /^(?:com|org|net|info|biz|co|ug|ke|tz|rw|ly|link|site|online|shop|xyz|africa)$/i;
const FILE_ENDINGS = /^(?:pdf|docx?|xlsx?|pptx?|csv|txt|jpe?g|png|mp[34])$/i;
const ABBREVIATIONS =
  /^(?:no|nos|mr|mrs|ms|dr|st|rev|fr|prof|eng|hon|vs|etc|approx|tel|ext|incl|\p{L}|\d+)$/iu;
const hostAndPathPattern = /^[-_.]*((?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(\p{L}{2,}))\.?(?::\d+)?([/?#].*)?$/u;

/** Reads "bit.ly/x" and "pay-me.ug" as hosts, but not "photos.Bring", "No.of", "J.R.Okello" or "form.pdf". */
function readHostAndPath(piece: string): { host: string; path: string } | undefined {
  const [, host, ending = '', path = ''] = hostAndPathPattern.exec(piece) ?? [];
  if (!host) return undefined;
  const domainName = host.split('.').at(-2) ?? '';
  const isCertainHost = DOMAIN_ENDINGS.test(ending) || path.startsWith('/');
  const isLikelySentence =
    /^\p{Lu}\p{Ll}/u.test(ending) || ABBREVIATIONS.test(domainName) || FILE_ENDINGS.test(ending);
  return isCertainHost || !isLikelySentence ? { host: toPlainHost(host), path } : undefined;
}

export const toPlainHost = (host: string) => host.toLowerCase().replace(/^www\./, '');

export const toPlainLink = (url: string): string => {
  const parsedUrl = parseAddress(url);
  return parsedUrl
    ? toPlainHost(parsedUrl.hostname) + `${parsedUrl.pathname}${parsedUrl.search}`.replace(/\/$/, '')
    : '';
};

function isOwnLink({ host, path }: { host: string; path: string }, own: OwnPlaces): boolean {
  if (host === own.host || host.endsWith(`.${own.host}`)) return true;
  if (host === 'wa.me') return own.isOwnPhone(path.replace(/\?.*/, '').replace(/\D/g, ''));
  const plainLink = (host + path).replace(/[/.?!]+$/, '');
  return own.links.some(
    (known) => known !== '' && (plainLink === known || plainLink.startsWith(`${known}/`)),
  );
}

const readUrl = (token: string): { host: string; path: string } | undefined => {
  const [url] = /[a-z]{2,10}:\/\/.+/i.exec(token) ?? [];
  if (!url) return undefined;
  const address = parseAddress(url.replace(/^[a-z]+/i, 'https'));
  if (!address) return { host: url, path: '' };
  return { host: toPlainHost(address.hostname), path: `${address.pathname}${address.search}` };
};

interface ForeignPlaces {
  /** The text without the institute's own links, whose digits are no numbers to pay to. */
  rest: string;
  site?: string;
  email?: string;
}

/**
 * Finds the first link and the first email address that are not the institute's. `plain` has no invisible characters.
 */
export function findForeignPlace(plain: string, own: OwnPlaces): ForeignPlaces {
  const foreignPlaces: ForeignPlaces = { rest: '' };
  const textWithPlainSigns = plain
    .replace(/ ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| dot /gi, '.')
    .replace(/ ?[([{<] ?(?:at|@) ?[)\]}>] ?/gi, '@');
  foreignPlaces.rest = textWithPlainSigns.replace(/[^\s<>()[\]{}"'“”‘’,;|=*]+/gu, (token) => {
    if (!/\.[^.]|[:@]/.test(token)) return token;
    const [, local, domain] = (token.includes('@') && /([^@:/]+)@([^@:/]+\.\p{L}{2,})/u.exec(token)) || [];
    if (local && domain && !token.includes('://')) {
      const email = `${local}@${domain}`.toLowerCase();
      if (own.emails.has(email) || toPlainHost(domain) === own.host) return '\0';
      foreignPlaces.email ??= email;
      return token;
    }
    const wholePlace = readUrl(token) ?? readHostAndPath(token.replace(/[.!?]+$/, ''));
    const placesInToken = wholePlace
      ? [wholePlace]
      : token.split(/[:/]/).flatMap((piece) => readHostAndPath(piece) ?? []);
    const foreignPlace = placesInToken.find((place) => !isOwnLink(place, own));
    if (foreignPlace) foreignPlaces.site ??= foreignPlace.host;
    // A path with a phone number stays in the text, so that the number is checked too
    return placesInToken.length > 0 && !foreignPlace && !/\d{9}/.test(token) ? '\0' : token;
  });
  return foreignPlaces;
}
