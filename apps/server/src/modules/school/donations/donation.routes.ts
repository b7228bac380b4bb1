import { contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { initServer } from '@ts-rest/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addReplayHeader, makeCursorPageAnswer } from '../../../http/answers.ts';
import { toAddressKey } from '../../../http/request-context.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { recordView, stateView } from './donation.view.ts';
import { listDonationRecords } from './donation-list.service.ts';
import { donationPayments, getPaidDonation, startDonation } from './online-donation.service.ts';
import { readReceiptEmail } from './receipt.service.ts';
import { makeDonationReceipt } from './receipt.ts';

/** Other modules serve these two routes, because one address serves all receipts and one all payment notices. */
const { receipt, webhook, ...own } = contract.donations;

export const donationRoutes = initServer().router(own, {
  list: async ({ request, reply, query }) => {
    const page = await listDonationRecords(request.ctx, query);
    return makeCursorPageAnswer(reply, `${apiPrefix}/donations`, query, page);
  },

  get: async ({ request, params }) => ({
    status: 200,
    body: { data: recordView(await donationPayments.get(request.ctx, params.txRef)) },
  }),

  online: async ({ request }) => {
    const { view } = await getSite(request.ctx);
    const onlineGivingState = view.donations.isOpen ? request.ctx.config.onlineGiving : 'off';
    return { status: 200, body: { data: { state: onlineGivingState } } };
  },

  create: async ({ request, reply, headers, body }) => {
    const startedDonation = await startDonation(request.ctx, body, headers['idempotency-key']);
    addReplayHeader(reply, startedDonation);
    reply.header('location', `/donations/${startedDonation.answer.txRef}`);
    return { status: 201, body: { data: startedDonation.answer } };
  },

  verify: async ({ request: { ctx }, params }) => {
    const donation = await donationPayments.verify(ctx, params.txRef);
    const receiptEmail = await readReceiptEmail(ctx, donation);
    return { status: 200, body: { data: { ...stateView(donation), receiptEmail } } };
  },
});

const receiptPdfPath = '/donations/:txRef/receipt.pdf';

export async function serveReceiptDownload(app: FastifyInstance): Promise<void> {
  app.get(receiptPdfPath, async (request: FastifyRequest<{ Params: { txRef: string } }>, reply) => {
    const { ctx, params, ip } = request;
    // Limited, because making a PDF takes time
    await app.rateLimits.count('form', `${receiptPdfPath} ${toAddressKey(ip)}`);
    const donation = await getPaidDonation(ctx, params.txRef);
    const { view: site } = await getSite(ctx);
    const { file } = await makeDonationReceipt(donation, { site, publicUrl: ctx.config.publicUrl });
    return reply
      .type(file.contentType)
      .header('content-disposition', `attachment; filename="${file.filename}"`)
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(file.content);
  });
}
