import { parseAddress } from '@institute/contract/web-address';

interface OwnPlaces {
  /** The host of the site. */
  host: string;
  /** Without `https://` and `www.`. */
  links: readonly string[];
  emails: ReadonlySet<string>;
  isOwnPhone(digits: string): boolean;
}

const ENDINGS = /^(?:com|org|net|info|biz|co|ug|ke|tz|rw|ly|link|site|online|shop|xyz|africa)$/i;
const FILES = /^(?:pdf|docx?|xlsx?|pptx?|csv|txt|jpe?g|png|mp[34])$/i;
const SHORTENED = /^(?:no|nos|mr|mrs|ms|dr|st|rev|fr|prof|eng|hon|vs|etc|approx|tel|ext|incl|\p{L}|\d+)$/iu;
const hostAndPath = /^[-_.]*((?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(\p{L}{2,}))\.?(?::\d+)?([/?#].*)?$/u;

/** "bit.ly/x" and "pay-me.ug", not "photos.Bring", "No.of", "J.R.Okello" or "form.pdf". */
function readHost(piece: string): { host: string; path: string } | undefined {
  const [, host, ending = '', path = ''] = hostAndPath.exec(piece) ?? [];
  if (!host) return undefined;
  const name = host.split('.').at(-2) ?? '';
  const isSurely = ENDINGS.test(ending) || path.startsWith('/');
  const isSentence = /^\p{Lu}\p{Ll}/u.test(ending) || SHORTENED.test(name) || FILES.test(ending);
  return isSurely || !isSentence ? { host: toPlainHost(host), path } : undefined;
}

export const toPlainHost = (host: string) => host.toLowerCase().replace(/^www\./, '');

export const toPlainLink = (url: string): string => {
  const address = parseAddress(url);
  return address
    ? toPlainHost(address.hostname) + `${address.pathname}${address.search}`.replace(/\/$/, '')
    : '';
};

function isOwnLink({ host, path }: { host: string; path: string }, own: OwnPlaces): boolean {
  if (host === own.host || host.endsWith(`.${own.host}`)) return true;
  if (host === 'wa.me') return own.isOwnPhone(path.replace(/\?.*/, '').replace(/\D/g, ''));
  const link = (host + path).replace(/[/.?!]+$/, '');
  return own.links.some((known) => known !== '' && (link === known || link.startsWith(`${known}/`)));
}

const readScheme = (token: string): { host: string; path: string } | undefined => {
  const [url] = /[a-z]{2,10}:\/\/.+/i.exec(token) ?? [];
  if (!url) return undefined;
  const address = parseAddress(url.replace(/^[a-z]+/i, 'https'));
  if (!address) return { host: url, path: '' };
  return { host: toPlainHost(address.hostname), path: `${address.pathname}${address.search}` };
};

interface FoundPlaces {
  /** The text without the institute's own links, whose digits are no numbers to pay to. */
  rest: string;
  site?: string;
  email?: string;
}

/** The first link or email address that is not the institute's. `plain` is without invisible characters. */
export function findForeignPlace(plain: string, own: OwnPlaces): FoundPlaces {
  const found: FoundPlaces = { rest: '' };
  const spelled = plain
    .replace(/ ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| dot /gi, '.')
    .replace(/ ?[([{<] ?(?:at|@) ?[)\]}>] ?/gi, '@');
  found.rest = spelled.replace(/[^\s<>()[\]{}"'“”‘’,;|=*]+/gu, (token) => {
    if (!/\.[^.]|[:@]/.test(token)) return token;
    const [, local, domain] = (token.includes('@') && /([^@:/]+)@([^@:/]+\.\p{L}{2,})/u.exec(token)) || [];
    if (local && domain && !token.includes('://')) {
      const email = `${local}@${domain}`.toLowerCase();
      if (own.emails.has(email) || toPlainHost(domain) === own.host) return '\0';
      found.email ??= email;
      return token;
    }
    const whole = readScheme(token) ?? readHost(token.replace(/[.!?]+$/, ''));
    const places = whole ? [whole] : token.split(/[:/]/).flatMap((piece) => readHost(piece) ?? []);
    const foreign = places.find((place) => !isOwnLink(place, own));
    if (foreign) found.site ??= foreign.host;
    // A phone in the path is read all the same
    return places.length > 0 && !foreign && !/\d{9}/.test(token) ? '\0' : token;
  });
  return found;
}
