import { apiPrefix } from '@institute/contract/common.constants';
import type { Send } from '@institute/contract/page-bundle';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { inProcessCall } from '../http/in-process-call.ts';
import type { Preview } from './preview.ts';

/**
 * Sends a page's calls to the public routes without a network. A preview replaces the answer to one of them.
 */
export function inProcess(app: FastifyInstance, preview: Preview | null = null) {
  let worstStatus = 0;
  const send: Send = async ({ method, path, headers, body }) => {
    if (preview && method === 'GET' && path === preview.path) return { status: 200, body: preview.body };
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
