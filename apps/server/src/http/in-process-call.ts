import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import inject, { type Response as InjectedResponse } from 'light-my-request';
import { LRUCache } from 'lru-cache';

const inProcessRequests = new WeakSet<IncomingMessage>();

/**
 * Calls a route of this process. Unlike `app.inject` the call works while the process closes, so that pages in
 * progress are finished.
 */
export const callInProcess = (app: FastifyInstance, options: InjectOptions): Promise<InjectedResponse> =>
  inject((request, response) => {
    inProcessRequests.add(request);
    app.routing(request, response);
  }, options);

export const isInnerCall = (request: IncomingMessage): boolean => inProcessRequests.has(request);

interface CallOptions {
  method?: string;
  headers?: unknown;
  body?: unknown;
  signal?: AbortSignal | null;
}

export type HasImage = (path: string) => Promise<boolean>;

export const makeInProcessFetch =
  (app: FastifyInstance) =>
  async (url: unknown, { method = 'GET', headers, body, signal }: CallOptions = {}): Promise<Response> => {
    const inProcessAnswer = await callInProcess(app, {
      method: method as NonNullable<InjectOptions['method']>,
      url: String(url),
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
      ...(signal && { signal }),
    });
    const contentType = inProcessAnswer.headers['content-type']?.toString() ?? '';
    return new Response(inProcessAnswer.body, {
      status: inProcessAnswer.statusCode,
      headers: { 'content-type': contentType },
    });
  };

export function makeImageExistsCheck(app: FastifyInstance): HasImage {
  const imageCheckByPath = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: 60_000 });

  const checkImage = async (url: string) => {
    const { statusCode, headers } = await callInProcess(app, { method: 'HEAD', url });
    return statusCode < 400 && /^(?:image\/|application\/pdf)/.test(String(headers['content-type']));
  };

  return (path) => {
    const imageCheck = imageCheckByPath.get(path) ?? checkImage(path).catch(() => false);
    if (!imageCheckByPath.has(path)) imageCheckByPath.set(path, imageCheck);
    return imageCheck;
  };
}
