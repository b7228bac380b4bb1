import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import { limitBodyBytes } from '@institute/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { plainPageHeaders, ServerBusyError } from '../http/busy-page.ts';
import { answerFailure } from '../http/failures.ts';
import { acceptForms } from '../http/policies/bodies.ts';
import type { PageOptions } from '../pages/page-answer.ts';
import { removePostedFormCookie } from '../pages/posted-again.ts';
import {
  type FormAnswer,
  type FormRequest,
  type FormRoute,
  type PlainForm,
  type PostedForm,
  postedForms,
  readForm,
  toRefusedForm,
} from './posted-form.ts';
import { type FormSendOutcome, mayWaitLonger, streamQueuedForm, writeBusyForm } from './queued-form.ts';
import { makeSealedSuccessPath, setReceiptCookie } from './registration-success.ts';
import { showForm } from './show-form.ts';

/** The bytes of an encoded form may be 1.5 times those of the same values as JSON. */
const FORM_BYTES_PER_JSON_BYTE = 1.5;

/**
 * Message for a form whose hidden field was filled in. A program gives up here. A person whose browser filled in the
 * field gets the form back with that field empty.
 */
const HIDDEN_FIELD_FILLED_MESSAGE =
  'Something filled in a field that must stay empty. Please send the form again.';

/** Limits the memory of waiting forms, each of which may be large. */
const MAX_WAITING_FORMS = 500;

type DelayedAnswer = Exclude<FormAnswer, { path: string }> & { retryAfter: number };

const isAnswerDelayed = (answer: FormAnswer): answer is DelayedAnswer =>
  'status' in answer &&
  (answer.status === 429 || answer.status === 503) &&
  answer.retryAfter !== undefined &&
  mayWaitLonger(answer.retryAfter * 1000);

export async function servePlainForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  acceptForms(scope);

  const closingController = new AbortController();
  scope.addHook('preClose', async () => closingController.abort());
  let heldFormCount = 0;
  const mayFormWait = (answer: FormAnswer): answer is DelayedAnswer =>
    isAnswerDelayed(answer) && heldFormCount < MAX_WAITING_FORMS;

  function answerWithQueuedForm(
    reply: FastifyReply,
    form: PlainForm,
    posted: PostedForm,
    { status, retryAfter }: DelayedAnswer,
  ) {
    heldFormCount += 1;
    const queuedPage = streamQueuedForm({
      action: form.path,
      values: posted.withToken(),
      text: form.busy,
      closing: closingController.signal,
      waitMs: retryAfter * 1000,
      send: () => resendForm(reply.request, posted),
    });
    reply.status(status).headers({
      ...plainPageHeaders,
      'retry-after': retryAfter,
      // With buffering, nginx would keep the first part of the page until the second one comes
      'x-accel-buffering': 'no',
      // A closing process waits until its connections end
      connection: 'close',
    });
    return reply.send(
      Readable.from(queuedPage).once('close', () => {
        heldFormCount -= 1;
      }),
    );
  }

  await scope.register(cookie);
  for (const form of postedForms) {
    const { path, call } = form;
    const bodyLimit = FORM_BYTES_PER_JSON_BYTE * limitBodyBytes(call.metadata);

    /** Handles a form that found no place among the requests at work. Drawing its page would need a place too. */
    const handleError = (error: unknown, request: FormRequest, reply: FastifyReply) => {
      if (!(error instanceof ServerBusyError)) return answerFailure(error, request, reply);
      const postedForm = readForm(options.app, form, request);
      const refusedForm = toRefusedForm(error);
      if (!postedForm.isTrapped && !postedForm.opensStep && mayFormWait(refusedForm)) {
        return answerWithQueuedForm(reply, form, postedForm, refusedForm);
      }
      return reply
        .status(error.status)
        .headers({ ...plainPageHeaders, 'retry-after': String(error.retryAfter) })
        .send(writeBusyForm({ action: path, values: postedForm.withToken() }));
    };

    scope.post<FormRoute>(path, { bodyLimit, errorHandler: handleError }, async (request, reply) => {
      const submittedForm = readForm(options.app, form, request);
      const { values } = submittedForm;
      if (submittedForm.isTrapped)
        return showForm(request, reply, options, {
          path,
          status: 400,
          values,
          message: HIDDEN_FIELD_FILLED_MESSAGE,
        });
      if (submittedForm.opensStep) return showForm(request, reply, options, { path, values });
      const formAnswer = await submittedForm.send();
      if ('path' in formAnswer) {
        removePostedFormCookie(request, reply, path);
        if (formAnswer.receipt) setReceiptCookie(request.ctx, reply, formAnswer.receipt);
        return reply.redirect(formAnswer.path, 303);
      }
      if (mayFormWait(formAnswer)) return answerWithQueuedForm(reply, form, submittedForm, formAnswer);
      return showForm(request, reply, options, { path, ...formAnswer, values: submittedForm.withToken() });
    });
  }
}

/** Sends a waiting form again. Its request gave up its place when the page began, so it takes a new one. */
async function resendForm(request: FastifyRequest, posted: PostedForm): Promise<FormSendOutcome> {
  try {
    await request.acquirePlace();
    return toSendOutcome(request.ctx, await posted.send());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toSendOutcome(request.ctx, toRefusedForm(error));
  } finally {
    request.releasePlace();
  }
}

function toSendOutcome(ctx: Ctx, answer: FormAnswer): FormSendOutcome {
  // No cookie can be set on a page that has begun, so the receipt is in the address
  if ('path' in answer) {
    return { path: answer.receipt ? makeSealedSuccessPath(ctx, answer.receipt) : answer.path };
  }
  return isAnswerDelayed(answer) ? { waitMs: answer.retryAfter * 1000 } : { refused: true };
}
