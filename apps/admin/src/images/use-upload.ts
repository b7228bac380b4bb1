import { ApiFailure } from '@institute/client/failure';
import { uploadAnswer } from '@institute/contract';
import { documentFormats, heicAdvice, readDocumentFormat } from '@institute/contract/uploads.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin, makeWatchedFetch, plainFetch, toApiFailure } from '../api/admin.ts';
import { readAnswer } from '../api/read-answer.ts';
import { isAnimated } from './animation.ts';
import { isHeic, shrinkImage } from './shrink-image.ts';

type Words = { done: string; failed: string; many: string };
type Progress = (sent: number) => void;
/** The address of the stored file, and what the person should know of it. */
type UploadResult = { address: string; note?: string | undefined };

export type Upload = {
  /** A number from 0 to 1. Null when no upload runs. */
  progress: number | null;
  send: (file: File) => Promise<string | null>;
  /** One after the other. Gives the files that were stored; one message names the others. */
  sendAll: (files: readonly File[]) => Promise<StoredFile[]>;
};
export type StoredFile = { file: File; address: string };

const NAMED_FAILURES = 5;

function useUpload({ done, failed, many }: Words, upload: SendOne): Upload {
  const { uploads } = admin.useUtils();
  const [progress, setProgress] = useState<number | null>(null);

  const uploadAll = async (files: readonly File[]): Promise<StoredFile[]> => {
    const stored: StoredFile[] = [];
    const notes: string[] = [];
    const failures: string[] = [];
    const isOne = files.length === 1;
    const nameFile = (file: File, words: string) => (isOne ? words : `${file.name}: ${words}`);
    setProgress(0);
    for (const [index, file] of files.entries()) {
      try {
        const { address, note } = await upload(file, (part) => setProgress((index + part) / files.length));
        stored.push({ file, address });
        if (note) notes.push(nameFile(file, note));
      } catch (error) {
        console.error(error);
        failures.push(nameFile(file, toApiFailure(error).message));
      }
    }
    setProgress(null);
    if (stored.length > 0) {
      toast.success(isOne ? done : `${stored.length} ${many} uploaded`, { description: nameFirst(notes) });
      void uploads.list.invalidate();
    }
    if (failures.length > 0) {
      const title = isOne ? failed : `${failures.length} of ${files.length} ${many} could not be uploaded`;
      toast.error(title, { description: nameFirst(failures) });
    }
    return stored;
  };
  const uploadFile = async (file: File) => (await uploadAll([file]))[0]?.address ?? null;
  return { progress, send: uploadFile, sendAll: uploadAll };
}

function nameFirst(lines: readonly string[]): string | undefined {
  const more = lines.length - NAMED_FAILURES;
  const named = lines.slice(0, NAMED_FAILURES).join('. ');
  return more > 0 ? `${named}. And ${more} more` : named || undefined;
}

const pictureWords: Words = {
  done: 'Image uploaded successfully',
  failed: 'Failed to upload image',
  many: 'pictures',
};

type SendOne = (file: File, onProgress: Progress) => Promise<UploadResult>;

/** Documents stay on this server, wherever pictures are sent, and so do pictures that it draws with. */
const makeOwnTarget = (kind: 'image' | 'raw') => ({
  url: `/uploads/site/${kind}/upload`,
  preset: '',
  isOurs: true,
});

function useSendPicture(isDrawn = false): SendOne {
  const { uploads } = admin.useUtils();
  return async (file, onProgress) => {
    if (!file.type.startsWith('image/'))
      throw wrongTypeError(isHeic(file) ? heicAdvice : 'Choose a picture file');
    const target = isDrawn
      ? makeOwnTarget('image')
      : await uploads.target.fetch(undefined, { staleTime: Number.POSITIVE_INFINITY });
    const isMoving = await isAnimated(file);
    const fileToSend = isMoving ? file : await shrinkImage(file);
    const address = await sendFile(fileToSend, file.name, target, onProgress);
    return { address, note: isMoving ? 'It moves: only its first picture is kept.' : undefined };
  };
}

/** `isDrawn`: the server draws with the picture. */
export const usePictureUpload = ({ isDrawn = false } = {}): Upload =>
  useUpload(pictureWords, useSendPicture(isDrawn));

const documentWords: Words = {
  done: 'Document uploaded successfully',
  failed: 'Failed to upload document',
  many: 'documents',
};

const sendDocument: SendOne = async (file, onProgress) => ({
  address: await sendFile(file, file.name, makeOwnTarget('raw'), onProgress),
});
const isPdf = ({ type, name }: File) =>
  type === documentFormats.pdf.type || readDocumentFormat(name) === 'pdf';
/** Some phones name no type. */
const isDocument = (file: File) =>
  readDocumentFormat(file.name) !== undefined ||
  Object.values(documentFormats).some(({ type }) => type === file.type);

export const usePdfUpload = (): Upload =>
  useUpload(documentWords, async (file, onProgress) => {
    if (!isPdf(file)) throw wrongTypeError('Choose a PDF');
    return sendDocument(file, onProgress);
  });

export const useDocumentUpload = (): Upload =>
  useUpload(documentWords, async (file, onProgress) => {
    if (!isDocument(file)) throw wrongTypeError('Choose a PDF or a Word document (.docx)');
    return sendDocument(file, onProgress);
  });

const fileWords: Words = {
  done: 'File uploaded successfully',
  failed: 'Failed to upload file',
  many: 'files',
};

/** Uploads a picture or a document, whichever the file is. */
export function useFileUpload(): Upload {
  const sendPicture = useSendPicture();
  return useUpload(fileWords, (file, onProgress) =>
    isDocument(file) ? sendDocument(file, onProgress) : sendPicture(file, onProgress),
  );
}

const wrongTypeError = (message: string) => new ApiFailure(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message });

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
  const fetchTarget = isOurs ? makeWatchedFetch(onProgress) : plainFetch;
  const response = await fetchTarget(url, { method: 'POST', body: form });
  const { secure_url: address } = await readAnswer(response, uploadAnswer.pick({ secure_url: true }));
  // This site stores paths, and fields show what is stored
  return isOurs ? new URL(address, location.href).pathname : address;
}
