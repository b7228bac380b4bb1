import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Ctx } from '../context.ts';
import { sealText, unsealText } from '../crypto/sealed-text.ts';
import { makePrivateCookie } from '../http/private-cookie.ts';
import { countAskedByReference } from '../modules/school/applicant-documents/asked-documents.service.ts';
import { answerPostedPage, answerPublicPage, type PageOptions } from '../pages/page-answer.ts';

export const successPath = '/registration-success';

/** The cookie lasts long enough for the redirect on a weak connection. */
const COOKIE_LIFETIME_S = 10 * 60;
/** The sealed address lasts long enough to be followed once. */
const SEALED_ADDRESS_LIFETIME_S = 60;

type SealContext = Pick<Ctx, 'config' | 'now'>;

const makeReceiptCookie = ({ config }: SealContext) =>
  makePrivateCookie(config, 'registration_reference', successPath);

/** `smsTo` is the typed phone of an applicant without an email address. It is empty for all others. */
export interface RegistrationReceipt {
  reference: string;
  smsTo: string;
}
const receiptSchema = z.object({ reference: z.string(), smsTo: z.string() });

const sealReceipt = (ctx: SealContext, receipt: RegistrationReceipt, lifetimeS: number) =>
  sealText(ctx, receipt, { boundTo: successPath, lifetimeS });

const unsealReceipt = (ctx: SealContext, sealed: string | undefined) =>
  unsealText(ctx, sealed, { boundTo: successPath, schema: receiptSchema });

/** Makes the path of the page after a registration, for answers that cannot set a cookie. */
export const makeSealedSuccessPath = (ctx: SealContext, receipt: RegistrationReceipt): string =>
  `${successPath}?sealed=${sealReceipt(ctx, receipt, SEALED_ADDRESS_LIFETIME_S)}`;

/**
 * Sets the cookie with the receipt, for browsers without scripts. The page clears it after one view, because others
 * may use the browser next.
 */
export function setReceiptCookie(ctx: SealContext, reply: FastifyReply, receipt: RegistrationReceipt): void {
  const { name, rules } = makeReceiptCookie(ctx);
  reply.setCookie(name, sealReceipt(ctx, receipt, COOKIE_LIFETIME_S), {
    ...rules,
    maxAge: COOKIE_LIFETIME_S,
  });
}

/** Serves the page after a registration. The page is not cached, because it may show a reference. */
export async function serveRegistrationSuccess(scope: FastifyInstance, options: PageOptions): Promise<void> {
  await scope.register(cookie);
  scope.get<{ Querystring: { sealed?: string } }>(successPath, async (request, reply) => {
    const { ctx, query, cookies } = request;
    if (query.sealed !== undefined) {
      const unsealedReceipt = unsealReceipt(ctx, String(query.sealed));
      if (unsealedReceipt) setReceiptCookie(ctx, reply, unsealedReceipt);
      return reply.header('cache-control', 'no-store').redirect(successPath, 303);
    }
    const { name, rules } = makeReceiptCookie(ctx);
    const receipt = unsealReceipt(ctx, cookies[name]);
    if (!receipt) return answerPublicPage(request, reply, options);
    reply.clearCookie(name, rules);
    const missingDocumentCount = String((await countAskedByReference(ctx, receipt.reference))?.missing ?? 0);
    return answerPostedPage(request, reply, options, {
      status: 200,
      posted: {
        path: successPath,
        values: { ...receipt, missing: missingDocumentCount },
        faults: [],
        message: '',
      },
    });
  });
}
