import { setTimeout as sleep } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import { StartError } from '../../../errors.ts';
import type { UploadStore } from './image.ts';

const WRITE_TIMEOUT_MS = 20_000;
const READ_TIMEOUT_MS = 5000;
/** After the store has not answered, calls of it are refused for this time. */
const UNREACHABLE_PAUSE_MS = 2000;
/** Number of tries when the store answers with 5xx or 429. */
const MAX_TRIES = 3;
const RETRY_MS = 50;

/** Part of a bucket: the start of its files' names, such as `/documents`, and what they are stored with. */
interface StoreFolder {
  folder: string;
  headersOf(file: string): Record<string, string>;
}

/**
 * `https://key:secret@host/bucket/prefix?region=…` for any compatible service, or
 * `s3://key:secret@bucket/prefix?region=…` for Amazon's.
 */
export function openS3Store(s3Url: string, { folder, headersOf }: StoreFolder): UploadStore {
  const { base: bucket, keys, region } = parseStoreUrl(s3Url);
  const folderUrl = `${bucket}${folder}`;
  let clientPromise: Promise<AwsClient> | undefined;
  const loadClient = () => {
    clientPromise ??= import('aws4fetch').then(
      (library) => new library.AwsClient({ ...keys, region, service: 's3' }),
    );
    return clientPromise;
  };

  let pausedUntil = 0;

  async function sendSignedRequest(path: string, init: RequestInit): Promise<Response> {
    // The signal is passed to `fetch`, because `sign` copies the request and may lose the signal
    const timeoutSignal = AbortSignal.timeout(init.method === 'PUT' ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS);
    for (let requestTries = 1; ; requestTries += 1) {
      const storeResponse = await fetch(await (await loadClient()).sign(`${folderUrl}/${path}`, init), {
        signal: timeoutSignal,
      });
      const isTemporaryFailure = storeResponse.status >= 500 || storeResponse.status === 429;
      if (!isTemporaryFailure || requestTries === MAX_TRIES) return storeResponse;
      await sleep(RETRY_MS * requestTries, undefined, { signal: timeoutSignal });
    }
  }

  async function callStore(path: string, init: RequestInit = {}): Promise<Response | null> {
    if (performance.now() < pausedUntil) throw new Error('The object store did not answer a moment ago');
    const answer = await sendSignedRequest(path, init).catch((error: unknown) => {
      pausedUntil = performance.now() + UNREACHABLE_PAUSE_MS;
      throw error;
    });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`The object store answers ${answer.status}`);
    return answer;
  }

  return {
    write: async (folder, files) => {
      const writtenNames: string[] = [];
      try {
        // The widest file goes last, because `has` checks only that one
        for (const { name, bytes } of files) {
          writtenNames.push(name);
          const fileBody = new Uint8Array(bytes);
          const putRequest = { method: 'PUT', body: fileBody, headers: headersOf(name) };
          if (!(await callStore(`${folder}/${name}`, putRequest))) {
            throw new Error('The bucket is not there');
          }
        }
      } catch (error) {
        await Promise.allSettled(
          writtenNames.map((name) => callStore(`${folder}/${name}`, { method: 'DELETE' })),
        );
        throw error;
      }
    },

    read: async (folder, file) => {
      const answer = await callStore(`${folder}/${file}`);
      return answer && Buffer.from(await answer.arrayBuffer());
    },

    has: async (folder, file) => (await callStore(`${folder}/${file}`, { method: 'HEAD' })) !== null,

    list: async () => [],

    remove: async (folder, files) => {
      await Promise.all(files.map((name) => callStore(`${folder}/${name}`, { method: 'DELETE' })));
    },
  };
}

function parseStoreUrl(s3Url: string) {
  const { protocol, username, password, host, pathname, searchParams } = new URL(s3Url);
  const region = searchParams.get('region') ?? 'us-east-1';
  const urlPath = pathname.replace(/\/+$/, '');
  if (!username || !password || (protocol !== 's3:' && !urlPath)) {
    throw new StartError(
      'S3_URL must look like https://key:secret@host/bucket?region=… or s3://key:secret@bucket?region=….',
    );
  }
  const accessKeys = {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
  const baseUrl =
    protocol === 's3:'
      ? `https://${host}.s3.${region}.amazonaws.com${urlPath}`
      : `${protocol}//${host}${urlPath}`;
  return { base: baseUrl, keys: accessKeys, region };
}
