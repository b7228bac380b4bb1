import type { ApiError, UploadAnswer } from '@institute/contract';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';

export type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff';

export const plainImage = (
  format: Format,
  { width = 800, height = 600, background = '#336699' } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    [format]()
    .toBuffer();

export const noisyImage = (format: Format): Promise<Buffer> =>
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

export function imageForm(bytes: Buffer, { name = 'image.jpg', field = 'file' } = {}): FormData {
  const form = new FormData();
  form.append('upload_preset', '');
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

export async function upload(app: FastifyInstance, form: FormData, bearer: string) {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const answer = await app.inject({
    method: 'POST',
    url: '/uploads/demo/image/upload',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(bearer && { authorization: bearer }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json<UploadAnswer & Partial<ApiError>>(),
  };
}
