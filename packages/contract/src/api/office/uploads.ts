import * as z from 'zod';
import { place } from '../../words/place.ts';
import { commonResponses, type RouteRules, requireScope } from '../calls.ts';
import { needs } from '../rights.constants.ts';

/** Answers to an upload in the shape that the hosting provider has. Sizes are in pixels and bytes. */
export const uploadAnswer = z
  .object({
    secure_url: z.string().meta({
      description:
        'The full address. Where an address of a file is sent, this site takes it or its path alone, and stores and shows the path.',
    }),
    public_id: z.string(),
    width: z.int(),
    height: z.int(),
    format: z.string(),
    bytes: z.int(),
  })
  .meta({
    id: 'Upload',
    examples: [
      {
        secure_url:
          'https://institute.example/uploads/0123456789abcdef0123456789abcdef-1200x800-a1b2c3/1200.webp',
        public_id: '0123456789abcdef0123456789abcdef-1200x800-a1b2c3',
        width: 1200,
        height: 800,
        format: 'webp',
        bytes: 184_320,
      },
    ],
  });
export type UploadAnswer = z.infer<typeof uploadAnswer>;

export const documentAnswer = uploadAnswer.omit({ width: true, height: true }).meta({
  id: 'DocumentUpload',
  examples: [
    {
      secure_url: 'https://institute.example/uploads/0123456789abcdef0123456789abcdef-pdf/about-us.pdf',
      public_id: '0123456789abcdef0123456789abcdef-pdf',
      format: 'pdf',
      bytes: 184_320,
    },
  ],
});
export type DocumentAnswer = z.infer<typeof documentAnswer>;

const uploadPathParams = z.object({
  cloud: z
    .string()
    .meta({ description: 'Any name; the hosting provider’s API has it', examples: ['institute'] }),
});
const makeFileForm = (id: string, file: string) =>
  z
    .object({ file: z.string().meta({ format: 'binary' }), upload_preset: z.string().optional() })
    .meta({ id, examples: [{ file }] });

/** Routes of uploads for the API reference. They follow the hosting provider's API, outside of `/api/v1`. */
export const uploadRoutes = {
  create: {
    method: 'POST',
    path: '/uploads/:cloud/image/upload',
    pathParams: uploadPathParams,
    contentType: 'multipart/form-data',
    body: makeFileForm('UploadInput', 'picture.jpg'),
    responses: { 200: uploadAnswer, ...commonResponses },
    summary: 'Store a picture: JPEG, PNG, WebP, AVIF or GIF up to 10 MB and 50 megapixels',
    description: `The answer names the address of the picture. An account or a key uploads 500 MB a day in ${place.city}, unless the site says otherwise.`,
    metadata: { ...requireScope('content:write', needs.files), mayMiss: false } satisfies RouteRules,
  },
  createDocument: {
    method: 'POST',
    path: '/uploads/:cloud/raw/upload',
    pathParams: uploadPathParams,
    contentType: 'multipart/form-data',
    body: makeFileForm('DocumentInput', 'about-us.pdf'),
    responses: { 200: documentAnswer, ...commonResponses },
    summary: 'Store a PDF or a Word document (.docx) of up to 10 MB',
    description:
      'The answer names the address of the document, which ends in the name of the file. The same document under another name gets a second address, and its bytes are stored once. A Word document with macros, with other files in it than pictures and sheets, or with a template or picture that it loads from elsewhere is refused. The document is served as a download, except a PDF that the page About shows. It counts among the bytes that an account or a key uploads in a day.',
    metadata: { ...requireScope('content:write', needs.files), mayMiss: false } satisfies RouteRules,
  },
} as const;
