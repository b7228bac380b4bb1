import * as z from 'zod';

/**
 * The report of a page: the name of the error, and the kind and version of the browser. Nothing identifies the
 * visitor.
 */
export const failedStart = z.object({
  name: z.string().regex(/^\w{1,40}$/),
  browser: z.string().regex(/^(?:(?:Chrome|Firefox|Version)\/\d{1,4}|unknown)$/),
});
export type FailedStart = z.infer<typeof failedStart>;
