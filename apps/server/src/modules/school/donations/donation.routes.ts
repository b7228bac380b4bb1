import { contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { initServer } from '@ts-rest/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import { cursorPageAnswer, markReplay } from '../../../http/answers.ts';
import { addressKey } from '../../../http/request-context.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import type { FindProof } from '../../platform/numbered-documents/proof-code.service.ts';
import { type OnlinePayments, takeNotice } from '../../platform/payments/online-payment.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { recordView, stateView } from './donation.view.ts';
import { listDonationRecords } from './donation-list.service.ts';
import { donationPayments, getPaidDonation, startDonation } from './online-donation.service.ts';
import { checkReceipt } from './receipt.service.ts';
import { receiptFile } from './receipt.ts';

/** Receipts of fees are checked at the same address, and the provider has one address for all notices. */
export const donationRoutes = (findOther: FindProof, kinds: readonly OnlinePayments[]) =>
  initServer().router(contract.donations, {
    list: async ({ request, reply, query }) => {
      const { items, ...page } = await listDonationRecords(request.ctx, query);
      return cursorPageAnswer(reply, `${apiPrefix}/donations`, query, {
        ...page,
        items: items.map(recordView),
      });
    },

    get: async ({ request, params }) => ({
      status: 200,
      body: { data: recordView(await donationPayments.get(request.ctx, params.txRef)) },
    }),

    online: async ({ request }) => ({
      status: 200,
      body: { data: { state: request.ctx.config.onlineGiving } },
    }),

    create: async ({ request, reply, headers, body }) => {
      const once = await startDonation(request.ctx, body, headers['idempotency-key']);
      markReplay(reply, once);
      reply.header('location', `/donations/${once.answer.txRef}`);
      return { status: 201, body: { data: once.answer } };
    },

    verify: async ({ request, params }) => ({
      status: 200,
      body: { data: stateView(await donationPayments.verify(request.ctx, params.txRef)) },
    }),

    receipt: async ({ request, reply, params }) => {
      reply.header('cache-control', 'private, no-store');
      return {
        status: 200,
        body: {
          data: await checkReceipt(request.ctx, params.code, { network: addressKey(request.ip), findOther }),
        },
      };
    },

    webhook: {
      // The secret is checked before the body is parsed
      hooks: { onRequest: refuseStrangers },
      handler: async ({ request: { ctx }, reply, headers, body }) => {
        const sent = { route: 'payment notices', key: headers['idempotency-key'], content: body };
        const once = await withIdempotencyKey<object>(ctx, sent, async (keep) => {
          await takeNotice(ctx, kinds, body);
          await keep(ctx, {});
          return {};
        });
        markReplay(reply, once);
        return { status: 200, body: { data: { received: true } } };
      },
    },
  });

async function refuseStrangers({ ctx, headers }: FastifyRequest): Promise<void> {
  if (!ctx.payments.isSecret(headers['verif-hash']?.toString())) {
    throw new AppError('UNAUTHENTICATED', 'The verif-hash is not right');
  }
}

const path = '/donations/:txRef/receipt.pdf';

export async function receiptDownload(app: FastifyInstance): Promise<void> {
  app.get(path, async (request: FastifyRequest<{ Params: { txRef: string } }>, reply) => {
    const { ctx, params, ip } = request;
    // Limited, because making a PDF takes time
    await app.rateLimits.count('form', `${path} ${addressKey(ip)}`);
    const donation = await getPaidDonation(ctx, params.txRef);
    const { view: site } = await getSite(ctx);
    const { filename, contentType, content } = await receiptFile(donation, {
      site,
      publicUrl: ctx.config.publicUrl,
    });
    return reply
      .type(contentType)
      .header('content-disposition', `attachment; filename="${filename}"`)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(content);
  });
}
