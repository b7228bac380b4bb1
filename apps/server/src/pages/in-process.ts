import { apiPrefix } from '@institute/contract/api.constants';
import type { Send } from '@institute/contract/page-bundle';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { CachedReads } from '../http/cached-reads.ts';
import { inProcessCall } from '../http/in-process-call.ts';
import type { Read, Sources } from '../http/page-cache.ts';
import type { Preview } from './preview.ts';

/**
 * Sends a page's calls to the public routes without a network, and without a call where the answer is known. A preview
 * replaces the answer to one of them. `known` are answers that were read for this page already.
 */
export function inProcess(
  { app, reads }: { app: FastifyInstance; reads?: CachedReads },
  preview: Preview | null = null,
  known?: ReadonlyMap<string, Read>,
) {
  let worstStatus = 0;
  /** Undefined once a call was made that cannot be made again to see whether its answer is the same. */
  let sources: Map<string, string> | undefined = new Map();
  const send: Send = async ({ method, path, headers, body }) => {
    if (preview && method === 'GET' && path === preview.path) return { status: 200, body: preview.body };
    const url = apiPrefix + path;
    if (reads && method === 'GET') {
      const { status, digest, content } = known?.get(url) ?? (await reads.read(app, url, headers));
      worstStatus = Math.max(worstStatus, status);
      if (status !== 200) sources = undefined;
      sources?.set(url, digest);
      return { status, body: content() };
    }
    sources = undefined;
    const { statusCode: status, payload } = await inProcessCall(app, {
      method: method as InjectOptions['method'],
      url,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    worstStatus = Math.max(worstStatus, status);
    return { status, body: JSON.parse(payload) as unknown };
  };
  return { send, worstStatus: () => worstStatus, sources: (): Sources | undefined => sources };
}
