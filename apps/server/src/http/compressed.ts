import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, squeeze, WORTHWHILE_BYTES } from './cached-answer.ts';

/** Compresses, on its way out, a page that is kept by no cache: one for a single reader, or of an unknown address. */
export async function compressed({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (typeof payload !== 'string' || payload.length < WORTHWHILE_BYTES) return payload;
  const encoding = encodingFor(headers['accept-encoding']?.toString());
  reply.header('vary', 'Accept-Encoding');
  if (encoding === 'identity') return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return squeeze[encoding](payload);
}
