import type { ApiError, DocumentAnswer, UploadAnswer } from '@institute/contract';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';

export type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';

export const makePlainImage = (
  format: Format,
  { width = 800, height = 600, background = '#336699' } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    [format]()
    .toBuffer();

export const makeNoisyImage = (format: Format): Promise<Buffer> =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    [format]()
    .toBuffer();

export function makeImageForm(bytes: Buffer, { name = 'image.jpg', field = 'file' } = {}): FormData {
  const form = new FormData();
  form.append('upload_preset', '');
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

const plainPdf = '%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n';
export const makePdfForm = (words = 'About us', name = 'About us.pdf'): FormData =>
  makeImageForm(Buffer.from(`${plainPdf}%${words}`), { name });

export const uploadForm = (app: FastifyInstance, form: FormData, bearer: string) =>
  send<UploadAnswer>(app, '/uploads/demo/image/upload', form, bearer);

export const uploadDocument = (app: FastifyInstance, form: FormData, bearer: string) =>
  send<DocumentAnswer>(app, '/uploads/demo/raw/upload', form, bearer);

/** `path` is what the site stores of the address. */
async function send<T extends DocumentAnswer>(
  app: FastifyInstance,
  url: string,
  form: FormData,
  bearer: string,
) {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(bearer && { authorization: bearer }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = answer.json<T & Partial<ApiError>>();
  const path = new URL(body.secure_url ?? '', 'http://localhost').pathname;
  return { status: answer.statusCode, headers: answer.headers, body, path };
}
