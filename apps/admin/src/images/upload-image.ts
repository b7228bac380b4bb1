import { ApiFailure, ok } from '@institute/client/failure';
import { readBody } from '@institute/client/transport';
import { uploadAnswer } from '@institute/contract';
import { type AdminAnswers, plainFetch, watchedFetch } from '../api/admin.ts';
import { shrinkImage } from './shrink-image.ts';

type Target = AdminAnswers['uploads']['target'];

export function refuseOtherFiles({ type }: File): void {
  if (type.startsWith('image/')) return;
  throw new ApiFailure(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Choose a picture file' });
}

export async function uploadImage(
  file: File,
  { url, preset, isOurs }: Target,
  onProgress: (sent: number) => void,
): Promise<string> {
  const form = new FormData();
  form.append('file', await shrinkImage(file), file.name);
  form.append('upload_preset', preset);

  // Progress of a request to another site needs a CORS preflight, which not every host allows.
  const send = isOurs ? watchedFetch(onProgress) : plainFetch;
  const response = await send(url, { method: 'POST', body: form });
  const body = await readBody(response);
  // An image host does not wrap its answer in our envelope.
  const data = await ok(
    Promise.resolve({ status: response.status, body: response.ok ? { data: body } : body }),
  );
  const { data: answer } = uploadAnswer.pick({ secure_url: true }).safeParse(data);
  if (!answer) throw new ApiFailure(502, { code: 'INTERNAL_ERROR', message: 'The picture has no address' });
  return answer.secure_url;
}
