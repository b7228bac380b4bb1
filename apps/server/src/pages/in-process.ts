import { apiPrefix } from '@institute/contract/common.constants';
import type { Send } from '@institute/contract/page-bundle';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { CachedReads } from '../http/cached-reads.ts';
import { inProcessCall } from '../http/in-process-call.ts';
import type { Preview } from './preview.ts';

/**
 * Sends a page's calls to the public routes without a network, and without a call where the answer is known. A preview
 * replaces the answer to one of them.
 */
export function inProcess(
  { app, reads }: { app: FastifyInstance; reads?: CachedReads },
  preview: Preview | null = null,
) {
  let worstStatus = 0;
  const send: Send = async ({ method, path, headers, body }) => {
    if (preview && method === 'GET' && path === preview.path) return { status: 200, body: preview.body };
    const known = method === 'GET' ? reads?.contentAt(apiPrefix + path) : undefined;
    if (known !== undefined) return { status: 200, body: known };
    const { statusCode: status, payload } = await inProcessCall(app, {
      method: method as InjectOptions['method'],
      url: apiPrefix + path,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    worstStatus = Math.max(worstStatus, status);
    return { status, body: JSON.parse(payload) as unknown };
  };
  return { send, worstStatus: () => worstStatus };
}
