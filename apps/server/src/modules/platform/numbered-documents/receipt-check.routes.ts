import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { toAddressKey } from '../../../http/request-context.ts';
import { checkReceipt, type FindProof } from './proof-code.service.ts';

export const makeReceiptCheckRoutes = (finders: readonly FindProof[]) =>
  initServer().router(
    { receipt: contract.donations.receipt },
    {
      receipt: async ({ request: { ctx, ip }, reply, params }) => {
        reply.header('cache-control', 'private, no-store');
        const callerNetwork = toAddressKey(ip);
        return {
          status: 200,
          body: { data: await checkReceipt(ctx, params.code, { network: callerNetwork, finders }) },
        };
      },
    },
  );
