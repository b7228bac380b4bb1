import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { uploadLimits } from '@institute/contract/uploads.constants';
import { checkUrl, makePublicLookup, type Resolve } from '../../platform/webhooks/public-target.service.ts';

const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;

export interface DownloadOptions {
  allowsPrivate(url: URL): boolean;
  /** Replaces the name servers. */
  resolve?: Resolve;
  timeoutMs?: number;
  /** Media types, as in the header. */
  accept?: string;
}

/** Every address on the way is checked, that of a redirect too. Too long a wait is a `TimeoutError`. */
export async function downloadFile(
  address: string,
  { allowsPrivate, resolve, timeoutMs = TIMEOUT_MS, accept = 'image/*' }: DownloadOptions,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = new URL(address);
  for (let turn = 0; turn <= MAX_REDIRECTS; turn += 1) {
    const allowPrivate = allowsPrivate(url);
    // Old texts name addresses from before the old site had a certificate
    if (!allowPrivate && url.protocol === 'http:') url.protocol = 'https:';
    checkUrl(url, { allowPrivate });
    const request = (url.protocol === 'https:' ? https : http).get(url, {
      headers: { accept, 'user-agent': 'Institute-Import/1' },
      agent: false,
      signal,
      ...(!allowPrivate && { lookup: makePublicLookup(resolve) }),
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
      signal.throwIfAborted();
      throw error;
    } finally {
      request.destroy();
    }
  }
  throw new Error('Too many redirects');
}

async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > uploadLimits.bytes) throw new Error('Larger than 10 MB');
  }
  return Buffer.concat(chunks);
}
