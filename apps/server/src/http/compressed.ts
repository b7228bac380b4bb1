import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor, WORTHWHILE_BYTES } from './cached-answer.ts';
import { varyBy } from './vary.ts';

export async function compressed({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown) {
  varyBy(reply, 'Accept-Encoding');
  if (typeof payload !== 'string' || payload.length < WORTHWHILE_BYTES) return payload;
  const encoding = encodingFor(headers['accept-encoding']?.toString());
  if (encoding === 'identity') return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return compress[encoding](payload);
}
