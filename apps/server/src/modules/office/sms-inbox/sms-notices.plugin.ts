import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../crypto/equal-secrets.ts';
import { AppError, invalidInputError, notFoundError } from '../../../errors.ts';
import { receiveSmsReport } from '../../platform/outbox/sms/sms-report.service.ts';
import { receiveSms } from './incoming-sms.service.ts';
import { isSmsToken, makeSmsPath, type SmsNoticeKind } from './sms-address.service.ts';
import { incomingFormSchema, readFormNotice, readPhoneNotice, reportFormSchema } from './sms-notices.ts';

/** Bytes of a notice. Real ones are much shorter. Gateways stop waiting early, and repeat what got no 200. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_CLOCK_ERROR_MS = 5 * 60_000;

type NoticeRequest = FastifyRequest<{ Params: { token: string }; Body: string }>;

/** Routes for the gateway's notices: incoming SMS and delivery reports. Not part of the public API. */
export async function receiveSmsNotices(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    acceptTextBody(scope, 'application/x-www-form-urlencoded');
    receiveNotice(scope, 'incoming', async ({ ctx, body }) => {
      const incomingSms = readFormNotice(incomingFormSchema, body);
      await receiveSms(ctx, { ...incomingSms, id: `africastalking ${incomingSms.id}` });
    });
    receiveNotice(scope, 'reports', async ({ ctx, body }) => {
      const deliveryReport = readFormNotice(reportFormSchema, body);
      if (deliveryReport) await receiveSmsReport(ctx, deliveryReport);
    });
  });
  await app.register(async (scope) => {
    acceptTextBody(scope, 'application/json');
    receiveNotice(scope, 'phone', async (request) => {
      const { ctx, body } = request;
      refuseUnsignedNotice(request);
      const { message, report } = readPhoneNotice(body);
      if (message) await receiveSms(ctx, { ...message, id: `phone ${message.id}` });
      if (report) await receiveSmsReport(ctx, report);
    });
  });
}

/** The signature covers the exact bytes, so the body stays a text that handlers parse themselves. */
function acceptTextBody(scope: FastifyInstance, type: string): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(type, { parseAs: 'string' }, (_, body, parsed) => parsed(null, body));
}

function receiveNotice(
  scope: FastifyInstance,
  notice: SmsNoticeKind,
  take: (request: NoticeRequest) => Promise<void>,
): void {
  scope.post(makeSmsPath(notice, ':token'), {
    bodyLimit: MAX_BODY_BYTES,
    // The token is checked before the body is read
    onRequest: async ({ ctx, params }: FastifyRequest) => {
      if (!isSmsToken(ctx.config, notice, (params as NoticeRequest['params']).token))
        throw notFoundError('There is nothing at this address');
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (typeof request.body !== 'string') throw invalidInputError([], 'The body is empty');
      await take(request as NoticeRequest);
      return reply.status(200).send();
    },
  });
}

/** Checks `X-Signature`, which covers the body and `X-Timestamp`. */
function refuseUnsignedNotice({ ctx, headers, body }: NoticeRequest): void {
  const { smsSigningKey } = ctx.config;
  const sentTimestamp = headers['x-timestamp']?.toString();
  const noticeAgeMs = Math.abs(ctx.now().getTime() - Number(sentTimestamp) * 1000);
  const isNoticeOld = sentTimestamp !== undefined && !(noticeAgeMs <= MAX_CLOCK_ERROR_MS);
  const hasRightSignature =
    !smsSigningKey ||
    isSameSecret(
      headers['x-signature']?.toString().toLowerCase() ?? '',
      createHmac('sha256', smsSigningKey).update(`${body}${sentTimestamp}`).digest('hex'),
    );
  if (isNoticeOld || !hasRightSignature || (smsSigningKey && !sentTimestamp))
    throw new AppError('UNAUTHENTICATED', 'The signature is missing, wrong or too old');
}
