import type { AwsClient } from 'aws4fetch';
import { StartError } from '../../start-error.ts';
import type { ImageStore } from './image.ts';

const TIMEOUT_MS = 20_000;
const MIME = 'image/webp';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Keeps images in a bucket: `https://key:secret@host/bucket/prefix?region=…` of any compatible service, or
 * `s3://key:secret@bucket/prefix?region=…` of the original one.
 */
export function s3Store(s3Url: string): ImageStore {
  const { base, keys, region } = placeOf(s3Url);
  let loading: Promise<AwsClient> | undefined;
  const client = () => {
    loading ??= import('aws4fetch').then(
      (library) => new library.AwsClient({ ...keys, region, service: 's3', retries: 2 }),
    );
    return loading;
  };

  async function call(path: string, init: RequestInit = {}): Promise<Response | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await (await client()).fetch(`${base}/${path}`, { ...init, signal });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`The object store answers ${answer.status}`);
    return answer;
  }

  return {
    write: async (folder, files) => {
      const put: string[] = [];
      try {
        // The widest file goes last: `has` asks for it alone.
        for (const { name, bytes } of files) {
          put.push(name);
          const headers = { 'content-type': MIME, 'cache-control': IMMUTABLE };
          const body = new Uint8Array(bytes);
          if (!(await call(`${folder}/${name}`, { method: 'PUT', body, headers }))) {
            throw new Error('The bucket is not there');
          }
        }
      } catch (error) {
        await Promise.allSettled(put.map((name) => call(`${folder}/${name}`, { method: 'DELETE' })));
        throw error;
      }
    },

    read: async (folder, file) => {
      const answer = await call(`${folder}/${file}`);
      return answer && Buffer.from(await answer.arrayBuffer());
    },

    has: async (folder, file) => (await call(`${folder}/${file}`, { method: 'HEAD' })) !== null,

    remove: async (folder, files) => {
      await Promise.all(files.map((name) => call(`${folder}/${name}`, { method: 'DELETE' })));
    },
  };
}

function placeOf(s3Url: string) {
  const { protocol, username, password, host, pathname, searchParams } = new URL(s3Url);
  const region = searchParams.get('region') ?? 'us-east-1';
  const path = pathname.replace(/\/+$/, '');
  if (!username || !password || (protocol !== 's3:' && !path)) {
    throw new StartError(
      'S3_URL must look like https://key:secret@host/bucket?region=… or s3://key:secret@bucket?region=….',
    );
  }
  const keys = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  const base =
    protocol === 's3:' ? `https://${host}.s3.${region}.amazonaws.com${path}` : `${protocol}//${host}${path}`;
  return { base, keys, region };
}
