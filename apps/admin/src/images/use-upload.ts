import { ApiFailure } from '@institute/client/failure';
import { uploadAnswer } from '@institute/contract';
import { documentFormats, heicAdvice, readDocumentFormat } from '@institute/contract/uploads.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import {
  type AdminAnswers,
  admin,
  fetchWithoutToken,
  makeUploadProgressFetch,
  toApiFailure,
} from '../api/admin.ts';
import { readResponseAnswer } from '../api/read-answer.ts';
import { isAnimated } from './animation.ts';
import { isHeic, shrinkImage } from './shrink-image.ts';

type UploadToastTexts = { done: string; failed: string; many: string };
type OnProgress = (sent: number) => void;
/** The address of the stored file, and a note that the user should read. */
type UploadResult = { address: string; note?: string | undefined };

export type FileUpload = {
  /** A number from 0 to 1. Null when no upload runs. */
  progress: number | null;
  send: (file: File) => Promise<string | null>;
  /** Uploads files one after the other. Returns those that were stored; one message names the others. */
  sendAll: (files: readonly File[]) => Promise<StoredFile[]>;
};
export type StoredFile = { file: File; address: string };

const MAX_NAMED_FAILURES = 5;

function useUpload({ done, failed, many }: UploadToastTexts, upload: SendFileFunction): FileUpload {
  const { uploads } = admin.useUtils();
  const [progress, setProgress] = useState<number | null>(null);

  const uploadAll = async (files: readonly File[]): Promise<StoredFile[]> => {
    const storedFiles: StoredFile[] = [];
    const uploadNotes: string[] = [];
    const failures: string[] = [];
    const isSingleFile = files.length === 1;
    const addFileName = (file: File, words: string) => (isSingleFile ? words : `${file.name}: ${words}`);
    setProgress(0);
    for (const [index, file] of files.entries()) {
      try {
        const { address, note } = await upload(file, (part) => setProgress((index + part) / files.length));
        storedFiles.push({ file, address });
        if (note) uploadNotes.push(addFileName(file, note));
      } catch (error) {
        console.error(error);
        failures.push(addFileName(file, toApiFailure(error).message));
      }
    }
    setProgress(null);
    if (storedFiles.length > 0) {
      toast.success(isSingleFile ? done : `${storedFiles.length} ${many} uploaded`, {
        description: joinFirstFailures(uploadNotes),
      });
      void uploads.list.invalidate();
    }
    if (failures.length > 0) {
      const failureTitle = isSingleFile
        ? failed
        : `${failures.length} of ${files.length} ${many} could not be uploaded`;
      toast.error(failureTitle, { description: joinFirstFailures(failures) });
    }
    return storedFiles;
  };
  const uploadFile = async (file: File) => (await uploadAll([file]))[0]?.address ?? null;
  return { progress, send: uploadFile, sendAll: uploadAll };
}

function joinFirstFailures(lines: readonly string[]): string | undefined {
  const unnamedFailureCount = lines.length - MAX_NAMED_FAILURES;
  const namedLinesText = lines.slice(0, MAX_NAMED_FAILURES).join('. ');
  return unnamedFailureCount > 0
    ? `${namedLinesText}. And ${unnamedFailureCount} more`
    : namedLinesText || undefined;
}

const pictureWords: UploadToastTexts = {
  done: 'Image uploaded successfully',
  failed: 'Failed to upload image',
  many: 'pictures',
};

type SendFileFunction = (file: File, onProgress: OnProgress) => Promise<UploadResult>;

/**
 * The upload target on this server. Documents always go there, and so do pictures with which the server
 * draws.
 */
const makeOwnUploadTarget = (kind: 'image' | 'raw') => ({
  url: `/uploads/site/${kind}/upload`,
  preset: '',
  isOurs: true,
});

function useSendPicture(isDrawn = false): SendFileFunction {
  const { uploads } = admin.useUtils();
  return async (file, onProgress) => {
    if (!file.type.startsWith('image/'))
      throw makeWrongTypeError(isHeic(file) ? heicAdvice : 'Choose a picture file');
    const uploadTarget = isDrawn
      ? makeOwnUploadTarget('image')
      : await uploads.target.fetch(undefined, { staleTime: Number.POSITIVE_INFINITY });
    const isAnimation = await isAnimated(file);
    const fileToSend = isAnimation ? file : await shrinkImage(file);
    const storedAddress = await sendFileToTarget(fileToSend, file.name, uploadTarget, onProgress);
    return {
      address: storedAddress,
      note: isAnimation ? 'It moves: only its first picture is kept.' : undefined,
    };
  };
}

/** `isDrawn`: the server draws with the picture. */
export const usePictureUpload = ({ isDrawn = false } = {}): FileUpload =>
  useUpload(pictureWords, useSendPicture(isDrawn));

const documentWords: UploadToastTexts = {
  done: 'Document uploaded successfully',
  failed: 'Failed to upload document',
  many: 'documents',
};

const uploadDocumentFile: SendFileFunction = async (file, onProgress) => ({
  address: await sendFileToTarget(file, file.name, makeOwnUploadTarget('raw'), onProgress),
});
const isPdf = ({ type, name }: File) =>
  type === documentFormats.pdf.type || readDocumentFormat(name) === 'pdf';
/** Some phones give a file no type, so the name counts too. */
const isDocument = (file: File) =>
  readDocumentFormat(file.name) !== undefined ||
  Object.values(documentFormats).some(({ type }) => type === file.type);

export const usePdfUpload = (): FileUpload =>
  useUpload(documentWords, async (file, onProgress) => {
    if (!isPdf(file)) throw makeWrongTypeError('Choose a PDF');
    return uploadDocumentFile(file, onProgress);
  });

export const useDocumentUpload = (): FileUpload =>
  useUpload(documentWords, async (file, onProgress) => {
    if (!isDocument(file)) throw makeWrongTypeError('Choose a PDF or a Word document (.docx)');
    return uploadDocumentFile(file, onProgress);
  });

const fileWords: UploadToastTexts = {
  done: 'File uploaded successfully',
  failed: 'Failed to upload file',
  many: 'files',
};

/** Uploads a picture or a document, whichever the file is. */
export function useFileUpload(): FileUpload {
  const sendPicture = useSendPicture();
  return useUpload(fileWords, (file, onProgress) =>
    isDocument(file) ? uploadDocumentFile(file, onProgress) : sendPicture(file, onProgress),
  );
}

const makeWrongTypeError = (message: string) =>
  new ApiFailure(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message });

type UploadTarget = AdminAnswers['uploads']['target'];

async function sendFileToTarget(
  file: Blob,
  name: string,
  { url, preset, isOurs }: UploadTarget,
  onProgress: OnProgress,
): Promise<string> {
  const form = new FormData();
  form.append('file', file, name);
  form.append('upload_preset', preset);

  // Progress of a request to another site needs a CORS preflight, which not every host allows.
  const fetchUploadTarget = isOurs ? makeUploadProgressFetch(onProgress) : fetchWithoutToken;
  const response = await fetchUploadTarget(url, { method: 'POST', body: form });
  const { secure_url: address } = await readResponseAnswer(response, uploadAnswer.pick({ secure_url: true }));
  // For files on this site, the path without the origin is stored, and fields show that path
  return isOurs ? new URL(address, location.href).pathname : address;
}
