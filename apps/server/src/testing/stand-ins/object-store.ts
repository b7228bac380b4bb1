import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { startHttp } from './http-server.ts';

export interface ObjectStore {
  url: string;
  objects: Map<string, { bytes: Buffer; type: string | undefined }>;
  isFull: boolean;
  isUnreachable: boolean;
  /** Accepts requests and never answers. */
  isSilent: boolean;
  close(): Promise<void>;
}

const keys = {
  accessKeyId: 'key',
  secretAccessKey: 'secret/with+signs',
  region: 'af-south-1',
  service: 's3',
};

/** Implements the needed part of the S3 protocol and refuses wrong signatures. */
export async function startObjectStore(): Promise<ObjectStore> {
  const objects: ObjectStore['objects'] = new Map();
  const { origin, close } = await startHttp(async ({ method = '', url = '', headers }, response) => {
    const request = { method, url: `http://${headers.host}${url}` };
    const bytes = await buffer(response.req);
    if (store.isSilent) return;
    if (!(await isSigned(request, headers))) return response.writeHead(403).end();

    if (store.isUnreachable) return response.writeHead(403).end();
    if (method === 'PUT') {
      if (store.isFull) return response.writeHead(507).end();
      objects.set(url, { bytes, type: headers['content-type'] });
      return response.end();
    }
    if (method === 'DELETE') {
      objects.delete(url);
      return response.writeHead(204).end();
    }
    const object = objects.get(url);
    if (!object) return response.writeHead(404).end();
    return response.end(method === 'HEAD' ? undefined : object.bytes);
  });

  const secret = encodeURIComponent(keys.secretAccessKey);
  const store: ObjectStore = {
    url: `http://${keys.accessKeyId}:${secret}@${new URL(origin).host}/bucket/images?region=${keys.region}`,
    objects,
    isFull: false,
    isUnreachable: false,
    isSilent: false,
    close,
  };
  return store;
}

async function isSigned(
  { method, url }: { method: string; url: string },
  headers: NodeJS.Dict<string | string[]>,
): Promise<boolean> {
  const { authorization = '', 'x-amz-date': datetime } = headers as Record<string, string>;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const signed = names
    .filter((name) => name !== 'host' && name !== 'x-amz-date')
    .map((name) => [name, String(headers[name])]);
  const signer = new AwsV4Signer({
    ...keys,
    method,
    url,
    headers: Object.fromEntries(signed),
    ...(datetime && { datetime }),
  });
  return (await signer.sign()).headers.get('authorization') === authorization;
}
