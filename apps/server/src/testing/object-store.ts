import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';

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
  const server = createServer(async ({ method = '', url = '', headers }, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as AddressInfo;
  const secret = encodeURIComponent(keys.secretAccessKey);
  const store: ObjectStore = {
    url: `http://${keys.accessKeyId}:${secret}@127.0.0.1:${port}/bucket/images?region=${keys.region}`,
    objects,
    isFull: false,
    isUnreachable: false,
    isSilent: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
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
