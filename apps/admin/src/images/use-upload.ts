import { ApiFailure } from '@institute/client/failure';
import { uploadAnswer } from '@institute/contract';
import { heicAdvice } from '@institute/contract/uploads.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin, plainFetch, toApiFailure, watchedFetch } from '../api/admin.ts';
import { readAnswer } from '../api/read-answer.ts';
import { isAnimated } from './animation.ts';
import { isHeic, shrinkImage } from './shrink-image.ts';

type Words = { done: string; failed: string };
type Progress = (sent: number) => void;
/** The address of the stored file, and what the person should know of it. */
type UploadResult = { address: string; note?: string | undefined };

export type Upload = {
  /** A number from 0 to 1. Null when no upload runs. */
  progress: number | null;
  send: (file: File) => Promise<string | null>;
};

function useUpload(
  { done, failed }: Words,
  upload: (file: File, onProgress: Progress) => Promise<UploadResult>,
): Upload {
  const { uploads } = admin.useUtils();
  const [progress, setProgress] = useState<number | null>(null);

  const uploadFile = async (file: File): Promise<string | null> => {
    setProgress(0);
    try {
      const { address, note } = await upload(file, setProgress);
      toast.success(done, { description: note });
      void uploads.list.invalidate();
      return address;
    } catch (error) {
      console.error(error);
      toast.error(failed, { description: toApiFailure(error).message });
      return null;
    } finally {
      setProgress(null);
    }
  };
  return { progress, send: uploadFile };
}

const pictureWords: Words = { done: 'Image uploaded successfully', failed: 'Failed to upload image' };

export function usePictureUpload(): Upload {
  const { uploads } = admin.useUtils();
  return useUpload(pictureWords, async (file, onProgress) => {
    if (!file.type.startsWith('image/')) throw wrongType(isHeic(file) ? heicAdvice : 'Choose a picture file');
    const target = await uploads.target.fetch(undefined, { staleTime: Number.POSITIVE_INFINITY });
    const isMoving = await isAnimated(file);
    const sent = isMoving ? file : await shrinkImage(file);
    const address = await sendFile(sent, file.name, target, onProgress);
    return { address, note: isMoving ? 'It moves: only its first picture is kept.' : undefined };
  });
}

const documentWords: Words = { done: 'Document uploaded successfully', failed: 'Failed to upload document' };
/** Documents stay on this server, wherever pictures are sent. */
const documentTarget = { url: '/uploads/site/raw/upload', preset: '', isOurs: true };

export const useDocumentUpload = (): Upload =>
  useUpload(documentWords, async (file, onProgress) => {
    // Some phones name no type
    if (file.type !== 'application/pdf' && !/\.pdf$/i.test(file.name)) throw wrongType('Choose a PDF');
    return { address: await sendFile(file, file.name, documentTarget, onProgress) };
  });

const wrongType = (message: string) => new ApiFailure(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message });

type Target = AdminAnswers['uploads']['target'];

async function sendFile(
  file: Blob,
  name: string,
  { url, preset, isOurs }: Target,
  onProgress: Progress,
): Promise<string> {
  const form = new FormData();
  form.append('file', file, name);
  form.append('upload_preset', preset);

  // Progress of a request to another site needs a CORS preflight, which not every host allows.
  const fetchTarget = isOurs ? watchedFetch(onProgress) : plainFetch;
  const response = await fetchTarget(url, { method: 'POST', body: form });
  const { secure_url: address } = await readAnswer(response, uploadAnswer.pick({ secure_url: true }));
  return address;
}
