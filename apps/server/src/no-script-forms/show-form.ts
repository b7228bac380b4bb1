import type { Posted } from '@institute/contract/page-bundle';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerPostedPage, type PageOptions } from '../pages/page-answer.ts';
import { redirectToPosted } from '../pages/posted-again.ts';

interface ShownForm extends Partial<Posted> {
  path: string;
  status?: number;
  retryAfter?: string | number | undefined;
}

/**
 * The page of a form, with what came of it. The answer itself is the page where the visitor has to wait, and
 * where the cookie would be too long.
 */
export function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions,
  { status = 200, retryAfter, ...posted }: ShownForm,
) {
  const answer = { status, posted: { values: {}, faults: [], message: '', ...posted } };
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  else if (redirectToPosted(request, reply, answer)) return reply;
  return answerPostedPage(request, reply, options, answer);
}
