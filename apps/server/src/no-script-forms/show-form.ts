import type { Posted } from '@institute/contract/page-bundle';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PageOptions, postedPage } from '../pages/page-answer.ts';

interface Shown extends Partial<Posted> {
  path: string;
  status?: number;
  retryAfter?: string | number | undefined;
}

/** The page of a form, with what came of it. */
export function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions,
  { status = 200, retryAfter, ...posted }: Shown,
) {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return postedPage(request, reply, options, {
    status,
    posted: { values: {}, faults: [], message: '', ...posted },
  });
}
