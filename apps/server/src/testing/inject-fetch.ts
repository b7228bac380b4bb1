import type { FastifyInstance, InjectOptions } from 'fastify';

interface Init {
  method?: string;
  headers?: unknown;
  body?: unknown;
}

/** A `fetch` that reaches the product without a port. */
export const injectFetch =
  (app: FastifyInstance) =>
  async (url: unknown, { method = 'GET', headers, body }: Init = {}): Promise<Response> => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: String(url),
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
    });
    const type = answer.headers['content-type']?.toString() ?? '';
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': type } });
  };
