import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import { limitBodyBytes } from '@institute/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { Busy, plainPageHeaders } from '../http/busy-page.ts';
import { answerFailure } from '../http/failures.ts';
import { acceptForms } from '../http/policies/bodies.ts';
import type { PageOptions } from '../pages/page-answer.ts';
import { forgetPosted } from '../pages/posted-again.ts';
import {
  type Answer,
  type FormRequest,
  type FormRoute,
  type PlainForm,
  type PostedForm,
  postedForms,
  readForm,
  toRefused,
} from './posted-form.ts';
import { mayWait, type Outcome, streamQueuedForm, writeBusyForm } from './queued-form.ts';
import { makeSealedSuccessPath, setReceiptCookie } from './registration-success.ts';
import { showForm } from './show-form.ts';

/** A form body takes up to 1.5 times the bytes of the same values as JSON. */
const FORM_TO_JSON = 1.5;

/**
 * A program gives up here. A person whose browser filled in the field gets the form back with the field
 * empty.
 */
const TRAPPED_MESSAGE = 'Something filled in a field that must stay empty. Please send the form again.';

/** Limits the memory: each stored form may be large. */
const MAX_WAITING_FORMS = 500;

type DelayedAnswer = Exclude<Answer, { path: string }> & { retryAfter: number };

const isDelayed = (answer: Answer): answer is DelayedAnswer =>
  'status' in answer &&
  (answer.status === 429 || answer.status === 503) &&
  answer.retryAfter !== undefined &&
  mayWait(answer.retryAfter * 1000);

export async function servePlainForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  acceptForms(scope);

  const closing = new AbortController();
  scope.addHook('preClose', async () => closing.abort());
  let heldForms = 0;
  const mayHold = (answer: Answer): answer is DelayedAnswer =>
    isDelayed(answer) && heldForms < MAX_WAITING_FORMS;

  function queueForm(
    reply: FastifyReply,
    form: PlainForm,
    posted: PostedForm,
    { status, retryAfter }: DelayedAnswer,
  ) {
    heldForms += 1;
    const page = streamQueuedForm({
      action: form.path,
      values: posted.withToken(),
      text: form.busy,
      closing: closing.signal,
      waitMs: retryAfter * 1000,
      send: () => sendAgain(reply.request, posted),
    });
    reply.status(status).headers({
      ...plainPageHeaders,
      'retry-after': retryAfter,
      // nginx would keep the first part until the second one comes
      'x-accel-buffering': 'no',
      // A process that closes waits for its connections
      connection: 'close',
    });
    return reply.send(
      Readable.from(page).once('close', () => {
        heldForms -= 1;
      }),
    );
  }

  await scope.register(cookie);
  for (const form of postedForms) {
    const { path, call } = form;
    const bodyLimit = FORM_TO_JSON * limitBodyBytes(call.metadata);

    /** A form that found no place among the requests at work. Drawing its page would need one. */
    const handleError = (error: unknown, request: FormRequest, reply: FastifyReply) => {
      if (!(error instanceof Busy)) return answerFailure(error, request, reply);
      const posted = readForm(options.app, form, request);
      const refusal = toRefused(error);
      if (!posted.isTrapped && !posted.opensStep && mayHold(refusal)) {
        return queueForm(reply, form, posted, refusal);
      }
      return reply
        .status(error.status)
        .headers({ ...plainPageHeaders, 'retry-after': String(error.retryAfter) })
        .send(writeBusyForm({ action: path, values: posted.withToken() }));
    };

    scope.post<FormRoute>(path, { bodyLimit, errorHandler: handleError }, async (request, reply) => {
      const posted = readForm(options.app, form, request);
      const { values } = posted;
      if (posted.isTrapped)
        return showForm(request, reply, options, { path, status: 400, values, message: TRAPPED_MESSAGE });
      if (posted.opensStep) return showForm(request, reply, options, { path, values });
      const answer = await posted.send();
      if ('path' in answer) {
        forgetPosted(request, reply, path);
        if (answer.receipt) setReceiptCookie(request.ctx, reply, answer.receipt);
        return reply.redirect(answer.path, 303);
      }
      if (mayHold(answer)) return queueForm(reply, form, posted, answer);
      return showForm(request, reply, options, { path, ...answer, values: posted.withToken() });
    });
  }
}

/** The request gave its place back when its page began. */
async function sendAgain(request: FastifyRequest, posted: PostedForm): Promise<Outcome> {
  try {
    await request.acquirePlace();
    return toOutcome(request.ctx, await posted.send());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toOutcome(request.ctx, toRefused(error));
  } finally {
    request.releasePlace();
  }
}

function toOutcome(ctx: Ctx, answer: Answer): Outcome {
  // A page that has begun cannot set a cookie
  if ('path' in answer) {
    return { path: answer.receipt ? makeSealedSuccessPath(ctx, answer.receipt) : answer.path };
  }
  return isDelayed(answer) ? { waitMs: answer.retryAfter * 1000 } : { refused: true };
}
