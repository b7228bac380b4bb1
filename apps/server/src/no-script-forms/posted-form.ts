import { type ApiError, contract, type RouteRules } from '@institute/contract';
import { contactLimits, FORM_TOKEN } from '@institute/contract/contact.constants';
import { siteIsBusy, TRAP_FIELD } from '@institute/contract/forms.constants';
import {
  makeRegistrationBody,
  NEXT_INTAKE,
  ONE_NAME,
  SAME_PERSON,
  SAME_PHONE,
  STEP_FIELD,
} from '@institute/contract/registration-fields.constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../context.ts';
import { deriveSecret } from '../crypto/signed-token.ts';
import { AppError } from '../errors.ts';
import { callInProcess } from '../http/in-process-call.ts';
import { makeRetryToken } from '../modules/school/contact-messages/spam.ts';
import { startPayment } from '../modules/school/donations/online-donation.service.ts';
import { findNextFreeIntake } from '../modules/school/intakes/open-intakes.service.ts';
import { type Receipt, successPath } from './registration-success.ts';

type Values = Record<string, string>;
export type FormRoute = { Body: URLSearchParams | undefined };
export type FormRequest = FastifyRequest<FormRoute>;

export type PlainForm = {
  path: string;
  call: { path: string; body: { shape: object }; metadata: RouteRules };
  body?: (values: Values, ctx: Ctx) => object | Promise<object>;
  /** Fields of the page that the call does not have. */
  own?: string[];
  done: (request: FastifyRequest, answer: AnswerData) => string | Promise<string>;
  busy: string;
  /** For a form that may need a token. A token that is not ready yet comes back with the page. */
  tokenFor?: typeof makeRetryToken;
  /**
   * Equal posts of 24 hours are stored once, because a browser may repeat a post. Not for donations, which
   * may be equal.
   */
  isStoredOnce?: true;
};

/** The token that comes back is old enough by the time the visitor presses the button again. */
const PRESS_AGAIN = 'Many messages reach us at this moment. Please press Send Message once more.';

type AnswerData = { reference?: string; txRef?: string };

const toText = (values: Values): object => values;

export const postedForms: PlainForm[] = [
  {
    path: '/contact',
    call: contract.contact.send,
    done: () => '/contact?sent=1',
    busy: siteIsBusy.other,
    tokenFor: makeRetryToken,
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
    body: toRegistration,
    own: ['applicant', ONE_NAME, SAME_PHONE, SAME_PERSON, STEP_FIELD],
    done: () => successPath,
    busy: siteIsBusy.application,
    isStoredOnce: true,
  },
  {
    path: '/donations',
    call: contract.donations.create,
    body: ({ custom, ...values }) => ({ ...values, amount: Number(custom) || 0 }),
    own: ['custom'],
    done: ({ ctx }, { txRef = '' }) => startPayment(ctx, txRef),
    busy: siteIsBusy.other,
  },
];

export type PostedForm = ReturnType<typeof readForm>;

export function readForm(app: FastifyInstance, form: PlainForm, request: FormRequest) {
  const { call, body = toText, own = [], tokenFor, isStoredOnce } = form;
  const values = pickTyped([...Object.keys(call.body.shape), ...own], request.body);
  let token = request.body?.get(FORM_TOKEN) || undefined;
  return {
    values,
    withToken: (): Values => ({ ...values, ...(token && { [FORM_TOKEN]: token }) }),
    isTrapped: Boolean(request.body?.get(TRAP_FIELD)),
    opensStep: Boolean(values[STEP_FIELD]),
    async send(): Promise<Answer> {
      const payload = await body(values, request.ctx);
      const key = isStoredOnce ? makeFormKey(request.ctx, payload) : undefined;
      const admission = await tokenFor?.(request, { token, key });
      if (admission) token = admission.token;
      if (admission?.isReady === false) return { status: 400, message: PRESS_AGAIN, faults: [] };
      return sendForm(app, request, form, { payload, values, token, key });
    },
  };
}

/** A date that was written is another date, also where the next start was left chosen. */
async function toRegistration(values: Values, ctx: Ctx): Promise<object> {
  const body = makeRegistrationBody(values);
  const takesNext = values.intakeId === NEXT_INTAKE && !values.startDate;
  const next = takesNext ? await findNextFreeIntake(ctx, Number(body.programId)) : undefined;
  return { ...body, ...(next && { intakeId: next }), consent: values.consent === 'true' };
}

/** With the line ends that scripts send. */
export const pickTyped = (names: string[], sent = new URLSearchParams()): Values =>
  Object.fromEntries(names.map((name) => [name, (sent.get(name) ?? '').replaceAll('\r\n', '\n')]));

/** The key depends on a secret, so nobody else can compute it. */
const makeFormKey = ({ config }: Ctx, payload: object): string =>
  deriveSecret(config, 'form key', JSON.stringify(payload));

interface AcceptedForm {
  path: string;
  receipt?: Receipt | undefined;
}
interface RefusedForm {
  status: number;
  message: string;
  faults: ApiError['error']['details'];
  retryAfter?: number | undefined;
}
export type Answer = AcceptedForm | RefusedForm;

export const toRefused = ({ status, message, details, retryAfter }: AppError): RefusedForm => ({
  status,
  message,
  faults: details,
  retryAfter: retryAfter && Math.ceil(retryAfter),
});

const toReceipt = ({ reference }: AnswerData, { email = '', phone = '' }: Values): Receipt | undefined =>
  reference === undefined ? undefined : { reference, smsTo: email.trim() ? '' : phone };

async function sendForm(
  app: FastifyInstance,
  request: FastifyRequest,
  { call, done }: PlainForm,
  { values, ...sent }: Omit<InnerRequest, 'url'> & { values: Values },
): Promise<Answer> {
  try {
    const answer = await passOn(app, request, { url: call.path, ...sent });
    if (answer.statusCode < 300) {
      const { data } = answer.json<{ data: AnswerData }>();
      return { path: await done(request, data), receipt: toReceipt(data, values) };
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
    return toRefused(error);
  }
}

interface InnerRequest {
  url: string;
  payload: object;
  token?: string | undefined;
  key?: string | undefined;
}

/** With the visitor's address, for rate limits and the activity log. */
export const passOn = (
  app: FastifyInstance,
  { ip, headers }: FastifyRequest,
  { url, payload, token, key }: InnerRequest,
) =>
  callInProcess(app, {
    method: 'POST',
    url,
    payload,
    remoteAddress: ip,
    headers: {
      ...(headers['user-agent'] && { 'user-agent': headers['user-agent'] }),
      ...(token && { 'form-token': token.slice(0, contactLimits.token) }),
      ...(key && { 'idempotency-key': key }),
    },
  });
