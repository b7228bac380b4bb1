import { type ApiError, contract, type RouteRules } from '@institute/contract';
import { contactLimits, FORM_TOKEN_FIELD } from '@institute/contract/contact.constants';
import { SPAM_TRAP_FIELD, siteIsBusyError } from '@institute/contract/forms.constants';
import {
  makeRegistrationBody,
  NEXT_INTAKE,
  ONE_NAME_BOX,
  SAME_PERSON_BOX,
  SAME_PHONE_BOX,
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
import { type RegistrationReceipt, successPath } from './registration-success.ts';

type FormValues = Record<string, string>;
export type FormRoute = { Body: URLSearchParams | undefined };
export type FormRequest = FastifyRequest<FormRoute>;

export type PlainForm = {
  path: string;
  call: { path: string; body: { shape: object }; metadata: RouteRules };
  body?: (values: FormValues, ctx: Ctx) => object | Promise<object>;
  /** Names of fields on the page that the call does not have. */
  own?: string[];
  done: (request: FastifyRequest, answer: ReceivedIds) => string | Promise<string>;
  busy: string;
  /** Makes the token of a form that may need one. A token that is not ready yet is returned with the page. */
  tokenFor?: typeof makeRetryToken;
  /**
   * True when equal posts within 24 hours are stored once, because a browser may repeat a post. Donations are not,
   * because two of them may be equal.
   */
  isStoredOnce?: true;
};

/** Shown while the token is too new. It is old enough by the time the visitor presses the button again. */
const PRESS_SEND_AGAIN_MESSAGE =
  'Many messages reach us at this moment. Please press Send Message once more.';

type ReceivedIds = { reference?: string; txRef?: string };

const returnSameValues = (values: FormValues): object => values;

export const postedForms: PlainForm[] = [
  {
    path: '/contact',
    call: contract.contact.send,
    done: () => '/contact?sent=1',
    busy: siteIsBusyError.other,
    tokenFor: makeRetryToken,
    isStoredOnce: true,
  },
  {
    path: '/newsletter',
    call: contract.newsletter.subscribe,
    done: () => '/newsletter?sent=1',
    busy: siteIsBusyError.other,
  },
  {
    path: '/registration',
    call: contract.registrations.create,
    body: toRegistration,
    own: ['applicant', ONE_NAME_BOX, SAME_PHONE_BOX, SAME_PERSON_BOX, STEP_FIELD],
    done: () => successPath,
    busy: siteIsBusyError.application,
    isStoredOnce: true,
  },
  {
    path: '/donations',
    call: contract.donations.create,
    body: ({ custom, ...values }) => ({ ...values, amount: Number(custom) || 0 }),
    own: ['custom'],
    done: ({ ctx }, { txRef = '' }) => startPayment(ctx, txRef),
    busy: siteIsBusyError.other,
  },
];

export type PostedForm = ReturnType<typeof readForm>;

export function readForm(app: FastifyInstance, form: PlainForm, request: FormRequest) {
  const { call, body = returnSameValues, own = [], tokenFor, isStoredOnce } = form;
  const typedValues = pickTypedValues([...Object.keys(call.body.shape), ...own], request.body);
  let typedFormToken = request.body?.get(FORM_TOKEN_FIELD) || undefined;
  return {
    values: typedValues,
    withToken: (): FormValues => ({
      ...typedValues,
      ...(typedFormToken && { [FORM_TOKEN_FIELD]: typedFormToken }),
    }),
    isTrapped: Boolean(request.body?.get(SPAM_TRAP_FIELD)),
    opensStep: Boolean(typedValues[STEP_FIELD]),
    async send(): Promise<FormAnswer> {
      const callPayload = await body(typedValues, request.ctx);
      const idempotencyKey = isStoredOnce ? makeFormKey(request.ctx, callPayload) : undefined;
      const formTokenAdmission = await tokenFor?.(request, { token: typedFormToken, key: idempotencyKey });
      if (formTokenAdmission) typedFormToken = formTokenAdmission.token;
      if (formTokenAdmission?.isReady === false)
        return { status: 400, message: PRESS_SEND_AGAIN_MESSAGE, faults: [] };
      return sendForm(app, request, form, {
        payload: callPayload,
        values: typedValues,
        token: typedFormToken,
        key: idempotencyKey,
      });
    },
  };
}

/**
 * Makes the body of a registration. When a date was typed, it is taken as another date, even if the choice "next
 * start" is still there.
 */
async function toRegistration(values: FormValues, ctx: Ctx): Promise<object> {
  const registrationBody = makeRegistrationBody(values);
  const isNextIntakeChosen = values.intakeId === NEXT_INTAKE && !values.startDate;
  const nextIntakeId = isNextIntakeChosen
    ? await findNextFreeIntake(ctx, Number(registrationBody.programId))
    : undefined;
  return {
    ...registrationBody,
    ...(nextIntakeId && { intakeId: nextIntakeId }),
    consent: values.consent === 'true',
  };
}

/** Picks the typed values, with the line breaks that scripts send. */
export const pickTypedValues = (names: string[], sent = new URLSearchParams()): FormValues =>
  Object.fromEntries(names.map((name) => [name, (sent.get(name) ?? '').replaceAll('\r\n', '\n')]));

/** Makes an idempotency key from a secret, so that nobody else can compute it. */
const makeFormKey = ({ config }: Ctx, payload: object): string =>
  deriveSecret(config, 'form key', JSON.stringify(payload));

interface AcceptedForm {
  path: string;
  receipt?: RegistrationReceipt | undefined;
}
interface RefusedForm {
  status: number;
  message: string;
  faults: ApiError['error']['details'];
  retryAfter?: number | undefined;
}
export type FormAnswer = AcceptedForm | RefusedForm;

export const toRefusedForm = ({ status, message, details, retryAfter }: AppError): RefusedForm => ({
  status,
  message,
  faults: details,
  retryAfter: retryAfter && Math.ceil(retryAfter),
});

const toReceipt = (
  { reference }: ReceivedIds,
  { email = '', phone = '' }: FormValues,
): RegistrationReceipt | undefined =>
  reference === undefined ? undefined : { reference, smsTo: email.trim() ? '' : phone };

async function sendForm(
  app: FastifyInstance,
  request: FastifyRequest,
  { call, done }: PlainForm,
  { values, ...sent }: Omit<ForwardedApiCall, 'url'> & { values: FormValues },
): Promise<FormAnswer> {
  try {
    const apiAnswer = await forwardCallToApi(app, request, { url: call.path, ...sent });
    if (apiAnswer.statusCode < 300) {
      const { data } = apiAnswer.json<{ data: ReceivedIds }>();
      return { path: await done(request, data), receipt: toReceipt(data, values) };
    }
    const { message, details } = apiAnswer.json<ApiError>().error;
    const retryAfter = apiAnswer.headers['retry-after'];
    return {
      status: apiAnswer.statusCode,
      message,
      faults: details,
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toRefusedForm(error);
  }
}

interface ForwardedApiCall {
  url: string;
  payload: object;
  token?: string | undefined;
  key?: string | undefined;
}

/** Calls the API with the visitor's address, which rate limits and the activity log need. */
export const forwardCallToApi = (
  app: FastifyInstance,
  { ip, headers }: FastifyRequest,
  { url, payload, token, key }: ForwardedApiCall,
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
