import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { getReceipt, startDonation, takeNotice, verifyDonation } from './donation.service.ts';

export const donationRoutes = initServer().router(contract.donations, {
  online: async ({ request }) => ({
    status: 200,
    body: { data: { state: request.ctx.config.onlineGiving } },
  }),

  create: async ({ request, reply, headers, body }) => {
    const donation = await startDonation(request.ctx, body, headers['idempotency-key']);
    // the page with the state of the donation
    reply.header('location', `/donations/${donation.txRef}`);
    return { status: 201, body: { data: donation } };
  },

  verify: async ({ request, params }) => ({
    status: 200,
    body: { data: await verifyDonation(request.ctx, params.txRef) },
  }),

  receipt: async ({ request, reply, params }) => {
    reply.header('cache-control', 'private, no-store');
    return { status: 200, body: { data: await getReceipt(request.ctx, params.code) } };
  },

  webhook: {
    // checks the secret before the body is parsed
    hooks: { onRequest: refuseStrangers },
    handler: async ({ request, body }) => {
      await takeNotice(request.ctx, body);
      return { status: 200, body: { data: { received: true } } };
    },
  },
});

async function refuseStrangers({ ctx, headers }: FastifyRequest): Promise<void> {
  if (!ctx.payments.isSecret(headers['verif-hash']?.toString())) {
    throw new AppError('UNAUTHENTICATED', 'The verif-hash is not right');
  }
}
