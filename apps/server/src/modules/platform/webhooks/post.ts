import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { readErrorCode } from '../../../errors.ts';
import {
  checkTargetUrl,
  makePublicLookup,
  type ResolveHostname,
  TargetError,
} from './public-target.service.ts';

const POST_TIMEOUT_MS = 10_000;
/** Number of bytes that are read of a receiver's error, for the log. */
const READ_BYTES = 1000;
const SHOWN_CHARACTERS = 200;

export interface PostOptions {
  allowPrivate: boolean;
  /** Resolves host names instead of the system's name servers. */
  resolve?: ResolveHostname | undefined;
  timeoutMs?: number | undefined;
}

export interface PostOutcome {
  status: number | null;
  error: string | null;
}

/** Opens a new connection for each request, and follows no redirect. */
export async function postJson(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { allowPrivate, resolve, timeoutMs = POST_TIMEOUT_MS }: PostOptions,
): Promise<PostOutcome> {
  const timeoutSignal = AbortSignal.timeout(timeoutMs);
  try {
    const url = new URL(address);
    checkTargetUrl(url, { allowPrivate });
    const postRequest = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Institute-Webhooks/1',
      },
      agent: false,
      signal: timeoutSignal,
      ...(!allowPrivate && { lookup: makePublicLookup(resolve) }),
    });
    postRequest.end(body);
    const [response] = (await once(postRequest, 'response')) as [IncomingMessage];
    // A receiver that continues after its answer must not crash the process
    postRequest.on('error', () => {});
    try {
      return await readPostOutcome(response);
    } finally {
      postRequest.destroy();
    }
  } catch (error) {
    return {
      status: null,
      error: timeoutSignal.aborted
        ? `No answer within ${timeoutMs / 1000} s`
        : describeConnectionFailure(error),
    };
  }
}

async function readPostOutcome(response: IncomingMessage): Promise<PostOutcome> {
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return { status, error: null };
  if (status >= 300 && status < 400)
    return { status, error: `Answered ${status}. Redirects are not followed` };
  const responseText = await readResponseStart(response);
  return { status, error: `Answered ${status}${responseText && `: ${responseText}`}` };
}

/** Reads the start of an answer. Returns what arrived before the time limit. */
async function readResponseStart(response: IncomingMessage): Promise<string> {
  const responseChunks: Buffer[] = [];
  let readByteCount = 0;
  try {
    for await (const responseChunk of response) {
      responseChunks.push(responseChunk);
      readByteCount += responseChunk.length;
      if (readByteCount >= READ_BYTES) break;
    }
  } catch {
    // The receiver closed the connection, so what was read so far is returned
  }
  return Buffer.concat(responseChunks)
    .toString('utf8')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, SHOWN_CHARACTERS)
    .toWellFormed();
}

function describeConnectionFailure(error: unknown): string {
  if (error instanceof TargetError) return error.message;
  return `The connection failed: ${readErrorCode(error) ?? 'no answer that could be read'}`;
}
