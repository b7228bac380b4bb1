import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../crypto/equal-secrets.ts';
import { AppError, invalidInputError, notFoundError } from '../../../errors.ts';
import { receiveSmsReport } from '../../platform/outbox/sms/sms-report.service.ts';
import { receiveSms } from './incoming-sms.service.ts';
import { isSmsToken, makeSmsPath, type SmsNotice } from './sms-address.service.ts';
import { incomingForm, readFormNotice, readPhoneNotice, reportForm } from './sms-notices.ts';

/** Gateways give up early, and send again what got no 200. */
const BODY_LIMIT = 64 * 1024;
const MAX_CLOCK_ERROR_MS = 5 * 60_000;

type NoticeRequest = FastifyRequest<{ Params: { token: string }; Body: string }>;

/** Routes for the gateway's notices: incoming SMS and delivery reports. Not part of the public API. */
export async function receiveSmsNotices(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    acceptText(scope, 'application/x-www-form-urlencoded');
    receiveNotice(scope, 'incoming', async ({ ctx, body }) => {
      const message = readFormNotice(incomingForm, body);
      await receiveSms(ctx, { ...message, id: `africastalking ${message.id}` });
    });
    receiveNotice(scope, 'reports', async ({ ctx, body }) => {
      const report = readFormNotice(reportForm, body);
      if (report) await receiveSmsReport(ctx, report);
    });
  });
  await app.register(async (scope) => {
    acceptText(scope, 'application/json');
    receiveNotice(scope, 'phone', async (request) => {
      const { ctx, body } = request;
      refuseUnsigned(request);
      const { message, report } = readPhoneNotice(body);
      if (message) await receiveSms(ctx, { ...message, id: `phone ${message.id}` });
      if (report) await receiveSmsReport(ctx, report);
    });
  });
}

/** The signature is of the bytes, so handlers read the text themselves. */
function acceptText(scope: FastifyInstance, type: string): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(type, { parseAs: 'string' }, (_, body, parsed) => parsed(null, body));
}

function receiveNotice(
  scope: FastifyInstance,
  notice: SmsNotice,
  take: (request: NoticeRequest) => Promise<void>,
): void {
  scope.post(makeSmsPath(notice, ':token'), {
    bodyLimit: BODY_LIMIT,
    // Before the body is read
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
function refuseUnsigned({ ctx, headers, body }: NoticeRequest): void {
  const { smsSigningKey } = ctx.config;
  const timestamp = headers['x-timestamp']?.toString();
  const age = Math.abs(ctx.now().getTime() - Number(timestamp) * 1000);
  const isOld = timestamp !== undefined && !(age <= MAX_CLOCK_ERROR_MS);
  const isSigned =
    !smsSigningKey ||
    isSameSecret(
      headers['x-signature']?.toString().toLowerCase() ?? '',
      createHmac('sha256', smsSigningKey).update(`${body}${timestamp}`).digest('hex'),
    );
  if (isOld || !isSigned || (smsSigningKey && !timestamp))
    throw new AppError('UNAUTHENTICATED', 'The signature is missing, wrong or too old');
}
