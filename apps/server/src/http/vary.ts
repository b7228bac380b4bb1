import type { FastifyReply } from 'fastify';

export function varyBy(reply: FastifyReply, names: string): void {
  const known = reply.getHeader('vary')?.toString();
  const all = [known, names].flatMap((list) => list?.split(', ') ?? []);
  reply.header('vary', [...new Set(all)].join(', '));
}
