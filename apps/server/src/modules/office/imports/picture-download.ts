import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { uploadLimits } from '@institute/contract/uploads.constants';
import {
  checkTargetUrl,
  makePublicLookup,
  type ResolveHostname,
} from '../../platform/webhooks/public-target.service.ts';

const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;

export interface DownloadOptions {
  allowsPrivate(url: URL): boolean;
  /** Resolves host names instead of the system's name servers. */
  resolve?: ResolveHostname;
  timeoutMs?: number;
  /** Accepted media types, as in the `accept` header. */
  accept?: string;
}

/** Checks the address of every redirect too. Throws a `TimeoutError` when the server is too slow. */
export async function downloadFile(
  address: string,
  { allowsPrivate, resolve, timeoutMs = TIMEOUT_MS, accept = 'image/*' }: DownloadOptions,
): Promise<Buffer> {
  const timeoutSignal = AbortSignal.timeout(timeoutMs);
  let url = new URL(address);
  for (let redirectCount = 0; redirectCount <= MAX_REDIRECTS; redirectCount += 1) {
    const mayUsePrivateAddress = allowsPrivate(url);
    // Old texts still have `http` addresses of sites that have a certificate now, so `https` is tried
    if (!mayUsePrivateAddress && url.protocol === 'http:') url.protocol = 'https:';
    checkTargetUrl(url, { allowPrivate: mayUsePrivateAddress });
    const request = (url.protocol === 'https:' ? https : http).get(url, {
      headers: { accept, 'user-agent': 'Institute-Import/1' },
      agent: false,
      signal: timeoutSignal,
      ...(!mayUsePrivateAddress && { lookup: makePublicLookup(resolve) }),
    });
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      // A server that continues after its answer must not crash the process
      request.on('error', () => {});
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await readBytes(response);
      if (statusCode < 300 || statusCode >= 400 || !headers.location)
        throw new Error(`Answered ${statusCode}`);
      url = new URL(headers.location, url);
    } catch (error) {
      timeoutSignal.throwIfAborted();
      throw error;
    } finally {
      request.destroy();
    }
  }
  throw new Error('Too many redirects');
}

async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const receivedChunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const responseChunk of response) {
    receivedChunks.push(responseChunk);
    receivedBytes += responseChunk.length;
    if (receivedBytes > uploadLimits.bytes) throw new Error('Larger than 10 MB');
  }
  return Buffer.concat(receivedChunks);
}
