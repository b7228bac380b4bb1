import * as z from 'zod';

/** The name of the error, and the browser's kind and version. Nothing that identifies the visitor. */
export const failedStart = z.object({
  name: z.string().regex(/^\w{1,40}$/),
  browser: z.string().regex(/^(?:(?:Chrome|Firefox|Version)\/\d{1,4}|unknown)$/),
});
export type FailedStart = z.infer<typeof failedStart>;
