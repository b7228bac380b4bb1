import * as z from 'zod';
import { text, tooLong, url } from '../../fields/fields.ts';
import { toBareCode } from '../../words/reference.ts';
import { removeInvisible } from '../../words/text.ts';
import { beginsLikeCheckPage, isClosedFolder, isOpenPage } from '../public/addresses.constants.ts';
import { pageFolder } from '../public/pages.constants.ts';
import { redirectLimits } from './redirects.constants.ts';

const redirectFaults = {
  query: 'A question mark stands only after the first /, as in /?p=12. Leave out what follows it',
  dots: 'Write the address without the parts . and ..',
  whole: 'The home page and the site as a whole stay. Name a page or a folder, as in /blog/*',
  closed: 'This is an address of the site itself, which cannot lead elsewhere. Write one of your former site',
};

/** Why an address, in any spelling, cannot have a redirect. Undefined when it can. */
export function findOwnAddressFault(from: string): string | undefined {
  if (from.startsWith('/?')) return undefined;
  if (from.includes('?')) return redirectFaults.query;
  const path = removeInvisible(decodeWhole(from));
  if (/(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(path)) return redirectFaults.dots;
  // A part of signs alone is skipped, as it is when somebody reads the address
  const [first, second] = path.split(/[\\/?#;]/).filter(toBareCode);
  if (first === undefined) return redirectFaults.whole;
  const isOfPages = toBareCode(first) === toBareCode(pageFolder);
  // All own pages as a folder would take those addresses too
  const isCheckPage = isOfPages && (second === undefined || beginsLikeCheckPage(second));
  const isPage = second === undefined && !from.endsWith('*') && isOpenPage(first);
  return isClosedFolder(first) || isCheckPage || isPage ? redirectFaults.closed : undefined;
}

/** Percent-encoding is undone as often as it was done, and wide letters become usual ones. */
function decodeWhole(text: string): string {
  const decoded = text.replace(/(?:%[\da-f]{2})+/gi, decodeBytes).normalize('NFKC');
  return decoded === text ? text : decodeWhole(decoded);
}

function decodeBytes(signs: string): string {
  const bytes = signs.slice(1).split('%');
  return new TextDecoder().decode(Uint8Array.from(bytes, (hex) => Number.parseInt(hex, 16)));
}

/** A path, perhaps with a query. `/*` at the end stands for a folder and all below it. */
const fromAddress = text(redirectLimits.from)
  .regex(/^\/(?![/\\])[^\s\p{Cc}#]*$/u, 'A path of the old site, which starts with /')
  .refine((path) => !/\*.|[^/]\*|\?.*\*/.test(path), 'A * stands only at the end, after a /')
  .refine((path) => encodeURI(path).length <= redirectLimits.key, {
    message: tooLong(redirectLimits.from),
    // The next check takes long for a long text
    abort: true,
  })
  .refine((path) => findOwnAddressFault(path) === undefined, {
    error: ({ input }) => findOwnAddressFault(String(input)),
  });

export const redirectInput = z.object({
  from: fromAddress,
  to: url.regex(/^(?:\/|https:)/i, 'A path of this site, or an address with https'),
});
export type RedirectInput = z.output<typeof redirectInput>;
