import { ApiFailure, ok } from '@institute/client/failure';
import { isAborted, readAnswer } from '@institute/client/transport';
import { formatBytes } from '@institute/contract/text';

type Download = {
  signal: AbortSignal;
  /** Gets the number of bytes that have arrived. */
  onProgress: (receivedBytes: number) => void;
};

/**
 * Loads the file of a ticket as a whole. Unlike a form that is submitted, this shows progress, and why a download
 * failed. It may take as long as it goes on.
 */
export async function downloadWithTicket(
  { path, ticket }: { path: string; ticket: string },
  { signal, onProgress }: Download,
): Promise<Blob> {
  const body = new URLSearchParams({ ticket });
  const response = await fetch(path, { method: 'POST', body, signal }).catch((error: unknown) => {
    throw isAborted(error) ? error : makeNetworkFailure('The server could not be reached');
  });
  if (!response.ok) {
    await ok(readAnswer(response));
    throw makeNetworkFailure('The server gave no file');
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  onProgress(receivedBytes);
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      chunks.push(part.value);
      receivedBytes += part.value.length;
      onProgress(receivedBytes);
    }
  } catch (error) {
    if (isAborted(error)) throw error;
    throw makeNetworkFailure(`The connection broke after ${formatBytes(receivedBytes)}. Download it again`);
  }
  return new Blob(chunks);
}

const makeNetworkFailure = (message: string) => new ApiFailure(0, { code: 'NETWORK', message });
