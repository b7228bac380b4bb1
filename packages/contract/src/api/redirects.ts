import * as z from 'zod';
import { text, tooLong, url } from '../fields/fields.ts';
import { redirectLimits } from './redirects.constants.ts';

const ownPaths = /^\/(?:api|admin)(?:[/?]|$)/i;

/** A path, perhaps with a query. `/*` at the end stands for a folder and all below it. */
const from = text(redirectLimits.from)
  .regex(/^\/(?![/\\])[^\s\p{Cc}#]*$/u, 'A path of the old site, which starts with /')
  .refine((path) => !/\*.|[^/]\*|\?.*\*/.test(path), 'A * stands only at the end, after a /')
  .refine((path) => encodeURI(path).length <= redirectLimits.key, tooLong(redirectLimits.from))
  .refine((path) => !ownPaths.test(path), 'This address belongs to the office');

export const redirectInput = z.object({
  from,
  to: url.regex(/^(?:\/|https:)/i, 'A path of this site, or an address with https'),
});
export type RedirectInput = z.output<typeof redirectInput>;
