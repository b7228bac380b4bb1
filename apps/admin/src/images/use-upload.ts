import { ApiFailure, ok } from '@institute/client/failure';
import { readBody } from '@institute/client/transport';
import { uploadAnswer } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin, failureOf, plainFetch, watchedFetch } from '../api/admin.ts';
import { isAnimated } from './animation.ts';
import { shrinkImage } from './shrink-image.ts';

export function useUpload() {
  const { uploads } = admin.useUtils();
  /** From 0 to 1; null when no upload runs. */
  const [progress, setProgress] = useState<number | null>(null);

  const send = async (file: File): Promise<string | null> => {
    setProgress(0);
    try {
      refuseOtherFiles(file);
      const target = await uploads.target.fetch(undefined, { staleTime: Number.POSITIVE_INFINITY });
      const isMoving = await isAnimated(file);
      const sent = isMoving ? file : await shrinkImage(file);
      const address = await uploadImage(sent, file.name, target, setProgress);
      toast.success('Image uploaded successfully', {
        description: isMoving ? 'It moves: only its first picture is kept.' : undefined,
      });
      void uploads.list.invalidate();
      return address;
    } catch (error) {
      console.error(error);
      toast.error('Failed to upload image', { description: failureOf(error).message });
      return null;
    } finally {
      setProgress(null);
    }
  };
  return { progress, send };
}

type Target = AdminAnswers['uploads']['target'];

function refuseOtherFiles({ type }: File): void {
  if (type.startsWith('image/')) return;
  throw new ApiFailure(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Choose a picture file' });
}

async function uploadImage(
  image: Blob,
  name: string,
  { url, preset, isOurs }: Target,
  onProgress: (sent: number) => void,
): Promise<string> {
  const form = new FormData();
  form.append('file', image, name);
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
