import * as z from 'zod';
import { text, tooLongMessage, url } from '../../fields/fields.ts';
import { toBareCode } from '../../words/reference.ts';
import { removeInvisible } from '../../words/text.ts';
import { beginsLikeCheckPage, isClosedFolder, isOpenPage } from '../public/addresses.constants.ts';
import { ownPagesFolder } from '../public/pages.constants.ts';
import { redirectLimits } from './redirects.constants.ts';

const redirectFaults = {
  query: 'A question mark stands only after the first /, as in /?p=12. Leave out what follows it',
  dots: 'Write the address without the parts . and ..',
  whole: 'The home page and the site as a whole stay. Name a page or a folder, as in /blog/*',
  closed: 'This is an address of the site itself, which cannot lead elsewhere. Write one of your former site',
};

/** Finds why an address, in any spelling, cannot have a redirect. Undefined when it can. */
export function findOwnAddressFault(from: string): string | undefined {
  if (from.startsWith('/?')) return undefined;
  if (from.includes('?')) return redirectFaults.query;
  const decodedPath = removeInvisible(decodeUntilStable(from));
  if (/(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(decodedPath)) return redirectFaults.dots;
  // A part without letters or digits is skipped, as readers of an address skip it
  const [first, second] = decodedPath.split(/[\\/?#;]/).filter(toBareCode);
  if (first === undefined) return redirectFaults.whole;
  const isFromInPageFolder = toBareCode(first) === toBareCode(ownPagesFolder);
  // A redirect of the folder of all own pages would also take the addresses of the check pages
  const isFromCheckPage = isFromInPageFolder && (second === undefined || beginsLikeCheckPage(second));
  const isFromOpenOwnPage = second === undefined && !from.endsWith('*') && isOpenPage(first);
  return isClosedFolder(first) || isFromCheckPage || isFromOpenOwnPage ? redirectFaults.closed : undefined;
}

/** Decodes percent-encoding as often as it was applied, and turns wide letters into usual ones. */
function decodeUntilStable(text: string): string {
  const decodedText = text.replace(/(?:%[\da-f]{2})+/gi, decodeBytes).normalize('NFKC');
  return decodedText === text ? text : decodeUntilStable(decodedText);
}

function decodeBytes(signs: string): string {
  const hexBytes = signs.slice(1).split('%');
  return new TextDecoder().decode(Uint8Array.from(hexBytes, (hex) => Number.parseInt(hex, 16)));
}

/** A path of the old site, perhaps with a query. `/*` at the end stands for a folder with all below it. */
const redirectFromAddress = text(redirectLimits.from)
  .regex(/^\/(?![/\\])[^\s\p{Cc}#]*$/u, 'A path of the old site, which starts with /')
  .refine((path) => !/\*.|[^/]\*|\?.*\*/.test(path), 'A * stands only at the end, after a /')
  .refine((path) => encodeURI(path).length <= redirectLimits.key, {
    message: tooLongMessage(redirectLimits.from),
    // A long text ends the checks here, because the next one would take long
    abort: true,
  })
  .refine((path) => findOwnAddressFault(path) === undefined, {
    error: ({ input }) => findOwnAddressFault(String(input)),
  });

export const redirectInput = z.object({
  from: redirectFromAddress,
  to: url.regex(/^(?:\/|https:)/i, 'A path of this site, or an address with https'),
});
export type RedirectInput = z.output<typeof redirectInput>;
