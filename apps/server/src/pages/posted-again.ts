import cookie from '@fastify/cookie';
import type { PostedValues } from '@institute/contract/page-bundle';
import { STEP_FIELD } from '@institute/contract/registration-fields.constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { sealText, unsealText } from '../crypto/sealed-text.ts';
import { SHOW_POSTED_FORM_PARAMETER } from '../http/cache/read-key.ts';

export interface PostedFormAnswer {
  status: number;
  posted: PostedValues;
}

const COOKIE_NAME = 'posted_form';
const COOKIE_LIFETIME_S = 10 * 60;
/** Most letters in the cookie, because browsers accept 4,096 bytes together with its name. */
const MAX_COOKIE_LETTERS = 3_900;

const POSTED_FORM_LOST_MESSAGE =
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
}) satisfies z.ZodType<PostedFormAnswer>;

/**
 * Redirects a browser to the page that shows a posted form again, so that Back shows a form too. Otherwise the
 * browser would ask whether to send the earlier form again, or show an error. What was typed is in a cookie that only
 * we can read. Returns false when it does not fit, and for programs, which keep no cookies.
 */
export function redirectToPostedForm(
  { ctx, headers }: FastifyRequest,
  reply: FastifyReply,
  answer: PostedFormAnswer,
): boolean {
  if (headers['sec-fetch-mode'] !== 'navigate') return false;
  const { path, values } = answer.posted;
  const sealedAnswer = sealText(ctx, answer, { boundTo: path, lifetimeS: COOKIE_LIFETIME_S });
  if (sealedAnswer.length > MAX_COOKIE_LETTERS) return false;
  reply
    .header(
      'set-cookie',
      cookie.serialize(COOKIE_NAME, sealedAnswer, {
        ...makeCookieRules(ctx, path),
        maxAge: COOKIE_LIFETIME_S,
      }),
    )
    .header('cache-control', 'private, no-store')
    .redirect(`${path}?${SHOW_POSTED_FORM_PARAMETER}=${Number(values[STEP_FIELD]) || 0}`, 303);
  return true;
}

/** Removes the typed form from the browser, because others may use the browser next. */
export function removePostedFormCookie({ ctx, headers }: FastifyRequest, reply: FastifyReply, path: string) {
  if (!headers.cookie?.includes(COOKIE_NAME)) return;
  reply.header('set-cookie', cookie.serialize(COOKIE_NAME, '', { ...makeCookieRules(ctx, path), maxAge: 0 }));
}

/**
 * The cookie is encrypted, so nobody else can make it and it needs no `__Host-`. That prefix would need the path `/`,
 * and the cookie would be sent with every file.
 */
const makeCookieRules = ({ config }: FastifyRequest['ctx'], path: string) => ({
  path,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.publicUrl.startsWith('https:'),
});

/** Reads the form from the cookie. Undefined when the address does not ask for it. */
export function readPostedForm({ ctx, url, headers }: FastifyRequest): PostedFormAnswer | undefined {
  const [path = '', query] = url.split('?', 2);
  const formStep = new URLSearchParams(query).get(SHOW_POSTED_FORM_PARAMETER);
  if (formStep === null) return undefined;
  const sealedCookie = cookie.parse(headers.cookie ?? '')[COOKIE_NAME];
  const storedAnswer = unsealText(ctx, sealedCookie, { boundTo: path, schema: answerSchema });
  if (!storedAnswer)
    return { status: 200, posted: { path, values: {}, faults: [], message: POSTED_FORM_LOST_MESSAGE } };
  const { posted } = storedAnswer;
  if (formStep === String(Number(posted.values[STEP_FIELD]) || 0)) return storedAnswer;
  // The visitor has gone back to an earlier step, which keeps all that was typed later
  return {
    status: 200,
    posted: { ...posted, values: { ...posted.values, [STEP_FIELD]: formStep }, faults: [], message: '' },
  };
}
