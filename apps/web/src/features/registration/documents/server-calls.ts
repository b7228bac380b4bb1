import { type Answer, ApiFailure, ok } from '@institute/client/failure';
import type { AskedDocuments } from '@institute/contract';
import { documentFaults } from '@institute/contract/applicant-documents.constants';

const CALLS_PATH = '/api/v1/registrations/documents';
const ANSWER_TIMEOUT_MS = 60_000;
/** For a line of 80 kbit/s. */
const UPLOAD_MS_PER_BYTE = 0.1;

interface CallInput {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Below the documents of the applicant. */
  path: string;
  body?: Blob | object;
  signal: AbortSignal;
  /** Gets how much of the body has left, from 0 to 1. `fetch` does not tell. */
  onShare?: (share: number) => void;
}

/** Every call answers with the whole view. Throws an `ApiFailure`, with status 0 when the connection broke. */
export const callServer = async (input: CallInput): Promise<AskedDocuments> =>
  (await ok(awaitAnswer(input))) as AskedDocuments;

const awaitAnswer = ({ method, path, body, signal, onShare }: CallInput) =>
  new Promise<Answer>((resolve, reject) => {
    const uploadRequest = new XMLHttpRequest();
    const rejectAsUnreachable = () =>
      reject(new ApiFailure(0, { code: 'NETWORK', message: 'There is no connection. Try again.' }));
    if (signal.aborted) return rejectAsUnreachable();
    signal.addEventListener('abort', () => uploadRequest.abort(), { once: true });
    const fileBody = body instanceof Blob ? body : undefined;
    uploadRequest.open(method, CALLS_PATH + path);
    uploadRequest.responseType = 'json';
    uploadRequest.timeout = ANSWER_TIMEOUT_MS + (fileBody?.size ?? 0) * UPLOAD_MS_PER_BYTE;
    uploadRequest.onerror = rejectAsUnreachable;
    uploadRequest.ontimeout = rejectAsUnreachable;
    uploadRequest.onabort = rejectAsUnreachable;
    uploadRequest.onload = () => {
      const retryAfterSeconds = Number(uploadRequest.getResponseHeader('retry-after')) || undefined;
      resolve({ status: uploadRequest.status, body: uploadRequest.response, retryAfter: retryAfterSeconds });
    };
    uploadRequest.upload.onprogress = ({ loaded, total }) => onShare?.(total > 0 ? loaded / total : 0);
    if (body) uploadRequest.setRequestHeader('content-type', fileBody?.type ?? 'application/json');
    uploadRequest.send(fileBody ?? (body && JSON.stringify(body)));
  });

/** The same call may succeed later. */
export const isTemporaryFailure = ({ status }: ApiFailure): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500;

export const endsTicket = ({ message }: ApiFailure): boolean => message === documentFaults.ended;
