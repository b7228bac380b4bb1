import { startHttp } from './http-server.ts';

type Reply = { status?: number; body: string } | 'silence';

export interface PaymentStandIn {
  url: string;
  asked: { url: string; key: string | undefined }[];
  answer(reply: Reply): void;
  close(): Promise<void>;
}

export async function startPaymentStandIn(): Promise<PaymentStandIn> {
  const asked: PaymentStandIn['asked'] = [];
  let reply: Reply = 'silence';
  const { origin, close } = await startHttp(({ url = '', headers }, response) => {
    asked.push({ url, key: headers.authorization });
    if (reply === 'silence') return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(reply.body);
  });
  return {
    url: `${origin}/v3`,
    asked,
    answer: (next) => {
      reply = next;
    },
    close,
  };
}

export const verifiedBody = (data: object): string =>
  JSON.stringify({
    status: 'success',
    message: 'Transaction fetched successfully',
    data: {
      id: 4975363,
      flw_ref: 'FLW-MOCK-1',
      app_fee: 0.1,
      payment_type: 'card',
      customer: { id: 1, name: 'Ann', email: 'ann@example.org' },
      ...data,
    },
  });

export const unknownPayment = JSON.stringify({
  status: 'error',
  message: 'No transaction was found for this id',
  data: null,
});
