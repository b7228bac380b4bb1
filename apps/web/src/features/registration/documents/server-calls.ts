import { type Answer, ApiFailure, ok } from '@institute/client/failure';
import type { AskedDocuments } from '@institute/contract';
import { documentFaults } from '@institute/contract/applicant-documents.constants';

const CALLS_PATH = '/api/v1/registrations/documents';
const ANSWER_TIMEOUT_MS = 60_000;
/** For a line of 80 kbit/s. */
const MS_A_BYTE = 0.1;

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
    const call = new XMLHttpRequest();
    const fail = () =>
      reject(new ApiFailure(0, { code: 'NETWORK', message: 'There is no connection. Try again.' }));
    if (signal.aborted) return fail();
    signal.addEventListener('abort', () => call.abort(), { once: true });
    const file = body instanceof Blob ? body : undefined;
    call.open(method, CALLS_PATH + path);
    call.responseType = 'json';
    call.timeout = ANSWER_TIMEOUT_MS + (file?.size ?? 0) * MS_A_BYTE;
    call.onerror = fail;
    call.ontimeout = fail;
    call.onabort = fail;
    call.onload = () => {
      const retryAfter = Number(call.getResponseHeader('retry-after')) || undefined;
      resolve({ status: call.status, body: call.response, retryAfter });
    };
    call.upload.onprogress = ({ loaded, total }) => onShare?.(total > 0 ? loaded / total : 0);
    if (body) call.setRequestHeader('content-type', file?.type ?? 'application/json');
    call.send(file ?? (body && JSON.stringify(body)));
  });

/** The same call may succeed later. */
export const isPassing = ({ status }: ApiFailure): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500;

export const endsTicket = ({ message }: ApiFailure): boolean => message === documentFaults.ended;
