import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import inject, { type Response as InjectedResponse } from 'light-my-request';
import { LRUCache } from 'lru-cache';

const inProcessRequests = new WeakSet<IncomingMessage>();

/** Unlike `app.inject` it works while the process closes, so that pages under way can finish. */
export const callInProcess = (app: FastifyInstance, options: InjectOptions): Promise<InjectedResponse> =>
  inject((request, response) => {
    inProcessRequests.add(request);
    app.routing(request, response);
  }, options);

export const isInnerCall = (request: IncomingMessage): boolean => inProcessRequests.has(request);

interface Init {
  method?: string;
  headers?: unknown;
  body?: unknown;
  signal?: AbortSignal | null;
}

export type ImageCheck = (path: string) => Promise<boolean>;

export const makeInProcessFetch =
  (app: FastifyInstance) =>
  async (url: unknown, { method = 'GET', headers, body, signal }: Init = {}): Promise<Response> => {
    const answer = await callInProcess(app, {
      method: method as NonNullable<InjectOptions['method']>,
      url: String(url),
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
      ...(signal && { signal }),
    });
    const type = answer.headers['content-type']?.toString() ?? '';
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': type } });
  };

export function makeImageCheck(app: FastifyInstance): ImageCheck {
  const known = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: 60_000 });

  const checkImage = async (url: string) => {
    const { statusCode, headers } = await callInProcess(app, { method: 'HEAD', url });
    return statusCode < 400 && /^(?:image\/|application\/pdf)/.test(String(headers['content-type']));
  };

  return (path) => {
    const isAnswered = known.get(path) ?? checkImage(path).catch(() => false);
    if (!known.has(path)) known.set(path, isAnswered);
    return isAnswered;
  };
}
