import cookie from '@fastify/cookie';
import type { Posted } from '@institute/contract/page-bundle';
import { STEP_FIELD } from '@institute/contract/registration-fields.constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { sealText, unsealText } from '../crypto/sealed-text.ts';
import { AGAIN_PARAMETER } from '../http/cache/read-key.ts';

export interface PostedAnswer {
  status: number;
  posted: Posted;
}

const COOKIE_NAME = 'posted_form';
const COOKIE_LIFETIME_S = 10 * 60;
/** Browsers take cookies of 4,096 bytes with their name. */
const MAX_LETTERS = 3_900;

const NOT_SHOWN_AGAIN =
  'We cannot show what you sent: your browser keeps no cookies, or it was more than ten minutes ago. Go back one page to find what you typed.';

const answerSchema = z.object({
  status: z.number(),
  posted: z.object({
    path: z.string(),
    values: z.record(z.string(), z.string()),
    faults: z.array(z.object({ path: z.string(), message: z.string() })),
    message: z.string(),
    answer: z.looseObject({}).optional(),
  }),
}) satisfies z.ZodType<PostedAnswer>;

/**
 * Leads a browser to the page that shows a posted form again, so that Back shows a form too: otherwise it asks
 * whether to send the earlier one again, or shows an error. What was typed travels in a cookie that only we
 * can read. False where it does not fit, and for programs, which keep no cookies.
 */
export function redirectToPosted(
  { ctx, headers }: FastifyRequest,
  reply: FastifyReply,
  answer: PostedAnswer,
): boolean {
  if (headers['sec-fetch-mode'] !== 'navigate') return false;
  const { path, values } = answer.posted;
  const sealed = sealText(ctx, answer, { boundTo: path, lifetimeS: COOKIE_LIFETIME_S });
  if (sealed.length > MAX_LETTERS) return false;
  reply
    .header(
      'set-cookie',
      cookie.serialize(COOKIE_NAME, sealed, { ...makeCookieRules(ctx, path), maxAge: COOKIE_LIFETIME_S }),
    )
    .header('cache-control', 'private, no-store')
    .redirect(`${path}?${AGAIN_PARAMETER}=${Number(values[STEP_FIELD]) || 0}`, 303);
  return true;
}

/** Removes the form, because others may use the browser next. */
export function forgetPosted({ ctx, headers }: FastifyRequest, reply: FastifyReply, path: string) {
  if (!headers.cookie?.includes(COOKIE_NAME)) return;
  reply.header('set-cookie', cookie.serialize(COOKIE_NAME, '', { ...makeCookieRules(ctx, path), maxAge: 0 }));
}

/** Nobody else can make it, so it needs no `__Host-`, which would send it with every file. */
const makeCookieRules = ({ config }: FastifyRequest['ctx'], path: string) => ({
  path,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.publicUrl.startsWith('https:'),
});

/** Undefined when the address does not ask for the form. */
export function readPosted({ ctx, url, headers }: FastifyRequest): PostedAnswer | undefined {
  const [path = '', query] = url.split('?', 2);
  const step = new URLSearchParams(query).get(AGAIN_PARAMETER);
  if (step === null) return undefined;
  const sealed = cookie.parse(headers.cookie ?? '')[COOKIE_NAME];
  const answer = unsealText(ctx, sealed, { boundTo: path, schema: answerSchema });
  if (!answer) return { status: 200, posted: { path, values: {}, faults: [], message: NOT_SHOWN_AGAIN } };
  const { posted } = answer;
  if (step === String(Number(posted.values[STEP_FIELD]) || 0)) return answer;
  // An earlier step, by Back, with all that was typed since
  return {
    status: 200,
    posted: { ...posted, values: { ...posted.values, [STEP_FIELD]: step }, faults: [], message: '' },
  };
}
