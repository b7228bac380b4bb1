import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { addressKey } from '../../../http/request-context.ts';
import { checkReceipt, type FindProof } from './proof-code.service.ts';

export const receiptCheckRoutes = (finders: readonly FindProof[]) =>
  initServer().router(
    { receipt: contract.donations.receipt },
    {
      receipt: async ({ request: { ctx, ip }, reply, params }) => {
        reply.header('cache-control', 'private, no-store');
        const network = addressKey(ip);
        return { status: 200, body: { data: await checkReceipt(ctx, params.code, { network, finders }) } };
      },
    },
  );
