import * as z from 'zod';

/** The answer of an upload, in the hosting provider's shape: sizes in pixels and bytes. */
export const uploadAnswer = z
  .object({
    secure_url: z.string(),
    public_id: z.string(),
    width: z.int(),
    height: z.int(),
    format: z.string(),
    bytes: z.int(),
  })
  .meta({ id: 'Upload' });
export type UploadAnswer = z.infer<typeof uploadAnswer>;
