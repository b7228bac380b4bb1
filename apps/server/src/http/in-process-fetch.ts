import type { FastifyInstance, InjectOptions } from 'fastify';
import { inProcessCall } from './in-process-call.ts';

interface Init {
  method?: string;
  headers?: unknown;
  body?: unknown;
  signal?: AbortSignal | null;
}

export const inProcessFetch =
  (app: FastifyInstance) =>
  async (url: unknown, { method = 'GET', headers, body, signal }: Init = {}): Promise<Response> => {
    const answer = await inProcessCall(app, {
      method: method as NonNullable<InjectOptions['method']>,
      url: String(url),
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
      ...(signal && { signal }),
    });
    const type = answer.headers['content-type']?.toString() ?? '';
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': type } });
  };
