import { contract, feeAccount } from '@institute/contract';
import { toComparablePhone } from '@institute/contract/international-phone';
import { initServer } from '@ts-rest/fastify';
import { addReplayHeader } from '../../../http/answers.ts';
import { toAddressKey } from '../../../http/request-context.ts';
import { getFeeAccount } from './accounts/fee-account.service.ts';
import {
  feePayments,
  getStatement,
  paymentStateView,
  startFeePayment,
} from './accounts/online-fee.service.ts';

export const feeRoutes = initServer().router(contract.fees, {
  statement: async ({ request: { ctx, ip }, reply, headers, body }) => {
    const publicCaller = { network: toAddressKey(ip), key: headers['idempotency-key'] };
    const statementResult = await getStatement(ctx, body, publicCaller);
    addReplayHeader(reply, statementResult);
    return { status: 200, body: { data: statementResult.answer } };
  },

  pay: async ({ request: { ctx, ip, server }, reply, headers, body }) => {
    const caller = { network: toAddressKey(ip), key: headers['idempotency-key'] };
    // Limited, because each call opens a page of the payment provider
    await server.rateLimits.count('form', `payments of ${toComparablePhone(body.phone)} ${caller.network}`);
    const result = await startFeePayment(ctx, body, caller);
    addReplayHeader(reply, result);
    reply.header('location', `/fees/${result.answer.txRef}`);
    return { status: 201, body: { data: result.answer } };
  },

  payment: async ({ request: { ctx }, reply, params }) => {
    reply.header('cache-control', 'private, no-store');
    return { status: 200, body: { data: paymentStateView(await feePayments.verify(ctx, params.txRef)) } };
  },

  account: async ({ request: { ctx }, params }) => {
    return { status: 200, body: { data: feeAccount.parse(await getFeeAccount(ctx, params.id)) } };
  },
});
