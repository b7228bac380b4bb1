import type { PostedValues } from '@institute/contract/page-bundle';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerPostedPage, type PageOptions } from '../pages/page-answer.ts';
import { redirectToPostedForm } from '../pages/posted-again.ts';

interface ShownFormAnswer extends Partial<PostedValues> {
  path: string;
  status?: number;
  retryAfter?: string | number | undefined;
}

/**
 * Shows the page of a form with the outcome. Mostly the browser is redirected to it. The answer itself is the page
 * when the visitor has to wait, and when the cookie would be too long.
 */
export function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PageOptions,
  { status = 200, retryAfter, ...posted }: ShownFormAnswer,
) {
  const postedAnswer = { status, posted: { values: {}, faults: [], message: '', ...posted } };
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  else if (redirectToPostedForm(request, reply, postedAnswer)) return reply;
  return answerPostedPage(request, reply, options, postedAnswer);
}
