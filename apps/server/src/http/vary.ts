import type { FastifyReply } from 'fastify';

/** Adds request headers that decide about the answer to its `Vary`, and keeps those that are there. */
export function varyBy(reply: FastifyReply, names: string): void {
  const known = reply.getHeader('vary')?.toString();
  const all = [known, names].flatMap((list) => list?.split(', ') ?? []);
  reply.header('vary', [...new Set(all)].join(', '));
}
