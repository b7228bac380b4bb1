import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import { type ApiError, bodyBytesOf, contract, type RouteRules } from '@institute/contract';
import { FORM_TOKEN, messageLimits, siteIsBusy, TRAP } from '@institute/contract/messages.constants';
import type { Posted } from '@institute/contract/page-bundle';
import { registrationBody } from '@institute/contract/registration-fields.constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { derivedSecret } from '../crypto/signed-token.ts';
import { AppError } from '../errors.ts';
import { takeForms } from '../http/bodies.ts';
import { plainPageHeaders } from '../http/busy-page.ts';
import { inProcessCall } from '../http/in-process-call.ts';
import { neverWait } from '../http/request-queue.ts';
import { paymentPage } from '../modules/donations/online-donation.service.ts';
import { tokenToSendWith } from '../modules/messages/spam.ts';
import { canHold, heldForm, type Outcome } from './held-form.ts';
import { answerPage, type PageOptions } from './page-answer.ts';
import { carryReceipt, type Receipt, sealedSuccessPath, successPath } from './registration-success.ts';

type Values = Record<string, string>;

type PlainForm = {
  path: string;
  call: { path: string; body: { shape: object }; metadata: RouteRules };
  body?: (values: Values) => object;
  /** Fields of the page that the call does not have. */
  own?: string[];
  done: (request: FastifyRequest, answer: Answered) => string | Promise<string>;
  busy: string;
  /** For a form that may need a token. A token that is not ready yet comes back with the page. */
  tokenFor?: typeof tokenToSendWith;
  /**
   * Equal posts of 24 hours are stored once, because a browser may repeat a post. Not for donations, which
   * may be equal.
   */
  isStoredOnce?: true;
};

/**
 * Field of a button that opens another step while the scripts have not loaded. The server shows the page
 * again with this step and makes no call.
 */
const STEP = 'step';

/** A form body takes up to 1.5 times the bytes of the same values as JSON. */
const FORM_TO_JSON = 1.5;

/**
 * A program gives up here. A person whose browser filled in the field gets the form back with the field
 * empty.
 */
const TRAPPED = 'Something filled in a field that must stay empty. Please send the form again.';

/** The token that comes back is old enough by the time the visitor presses the button again. */
const ONCE_MORE = 'Many messages reach us at this moment. Please press Send Message once more.';

/** Limits the memory: each kept form may be large. */
const MOST_HELD = 500;

type Answered = { reference?: string; txRef?: string };

const asText = (values: Values): object => values;

const forms: PlainForm[] = [
  {
    path: '/contact',
    call: contract.contact.send,
    done: () => '/contact?sent=1',
    busy: siteIsBusy.other,
    tokenFor: tokenToSendWith,
    isStoredOnce: true,
  },
  {
    path: '/newsletter',
    call: contract.newsletter.subscribe,
    done: () => '/newsletter?sent=1',
    busy: siteIsBusy.other,
  },
  {
    path: '/registration',
    call: contract.registrations.create,
    body: (values) => ({ ...registrationBody(values), consent: values.consent === 'true' }),
    own: ['applicant', STEP],
    done: () => successPath,
    busy: siteIsBusy.application,
    isStoredOnce: true,
  },
  {
    path: '/donations',
    call: contract.donations.create,
    body: ({ custom, ...values }) => ({ ...values, amount: Number(custom) || 0 }),
    own: ['custom'],
    done: ({ ctx }, { txRef = '' }) => paymentPage(ctx, txRef),
    busy: siteIsBusy.other,
  },
];

export async function plainForms(scope: FastifyInstance, options: PageOptions): Promise<void> {
  takeForms(scope);

  neverWait(scope);
  const closing = new AbortController();
  scope.addHook('preClose', async () => closing.abort());
  let held = 0;

  await scope.register(cookie);
  for (const { path, call, body = asText, own = [], done, busy, tokenFor, isStoredOnce } of forms) {
    const names = Object.keys(call.body.shape);
    const bodyLimit = FORM_TO_JSON * bodyBytesOf(call.metadata);
    scope.post<{ Body: URLSearchParams | undefined }>(path, { bodyLimit }, async (request, reply) => {
      const values = typed([...names, ...own], request.body);
      const showAgain = (status: number, posted: Partial<Posted>) =>
        answerPage(request, reply, options, {
          status,
          posted: { path, values, message: '', faults: [], ...posted },
        });
      if (request.body?.get(TRAP)) return showAgain(400, { message: TRAPPED });
      if (values[STEP]) return showAgain(200, {});
      const payload = body(values);
      const key = isStoredOnce ? formKey(request.ctx, payload) : undefined;
      const given = request.body?.get(FORM_TOKEN) || undefined;
      const admission = await tokenFor?.(request, { token: given, key });
      const token = admission?.token;
      const withToken = { ...values, ...(token && { [FORM_TOKEN]: token }) };
      if (admission && !admission.isReady) {
        return showAgain(400, { values: withToken, message: ONCE_MORE });
      }
      const send = () => sent(options.app, request, { url: call.path, payload, token, key, done, values });
      const answer = await send();
      if ('path' in answer) {
        if (answer.receipt) carryReceipt(request.ctx, reply, answer.receipt);
        return reply.redirect(answer.path, 303);
      }

      const { status, retryAfter, message, faults } = answer;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      if (!isBusy(answer) || held >= MOST_HELD) {
        return showAgain(status, { values: withToken, message, faults });
      }
      held += 1;
      const page = heldForm({
        action: path,
        values: withToken,
        text: busy,
        closing: closing.signal,
        waitMs: answer.retryAfter * 1000,
        send: async () => outcomeOf(request.ctx, await send()),
      });
      reply.status(status).headers({
        ...plainPageHeaders,
        // nginx would keep the first part until the second one comes
        'x-accel-buffering': 'no',
        // a process that closes waits for its connections
        connection: 'close',
      });
      return reply.send(
        Readable.from(page).once('close', () => {
          held -= 1;
        }),
      );
    });
  }
}

/** With the line ends that scripts send. */
const typed = (names: string[], sent = new URLSearchParams()): Values =>
  Object.fromEntries(names.map((name) => [name, (sent.get(name) ?? '').replaceAll('\r\n', '\n')]));

/** Nobody else can compute it. */
const formKey = ({ config }: Ctx, payload: object): string =>
  derivedSecret(config, 'form key', JSON.stringify(payload));

interface Sent {
  path: string;
  receipt?: Receipt | undefined;
}
interface Refused {
  status: number;
  message: string;
  faults: ApiError['error']['details'];
  retryAfter?: number | undefined;
}

const isBusy = (answer: Refused): answer is Refused & { retryAfter: number } =>
  (answer.status === 429 || answer.status === 503) &&
  answer.retryAfter !== undefined &&
  canHold(answer.retryAfter * 1000);

function outcomeOf(ctx: Ctx, answer: Sent | Refused): Outcome {
  // a page that has begun cannot set a cookie
  if ('path' in answer) {
    return { path: answer.receipt ? sealedSuccessPath(ctx, answer.receipt) : answer.path };
  }
  return isBusy(answer) ? { waitMs: answer.retryAfter * 1000 } : { refused: true };
}

const receiptOf = ({ reference }: Answered, { email = '', phone = '' }: Values): Receipt | undefined =>
  reference === undefined ? undefined : { reference, smsTo: email.trim() ? '' : phone };

async function sent(
  app: FastifyInstance,
  request: FastifyRequest,
  { done, values, ...call }: Parameters<typeof passOn>[2] & Pick<PlainForm, 'done'> & { values: Values },
): Promise<Sent | Refused> {
  try {
    await request.takePlace();
    const answer = await passOn(app, request, call);
    if (answer.statusCode < 300) {
      const { data } = answer.json<{ data: Answered }>();
      return { path: await done(request, data), receipt: receiptOf(data, values) };
    }
    const { message, details } = answer.json<ApiError>().error;
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      message,
      faults: details,
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, message, details, retryAfter } = error;
    return { status, message, faults: details, retryAfter };
  } finally {
    request.leavePlace();
  }
}

/** With the visitor's address, for rate limits and the activity log. */
const passOn = (
  app: FastifyInstance,
  { ip, headers }: FastifyRequest,
  {
    url,
    payload,
    token,
    key,
  }: { url: string; payload: object; token: string | undefined; key: string | undefined },
) =>
  inProcessCall(app, {
    method: 'POST',
    url,
    payload,
    remoteAddress: ip,
    headers: {
      ...(headers['user-agent'] && { 'user-agent': headers['user-agent'] }),
      ...(token && { 'form-token': token.slice(0, messageLimits.token) }),
      ...(key && { 'idempotency-key': key }),
    },
  });
