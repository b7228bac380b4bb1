import * as z from 'zod';
import { call } from './call.ts';
import type { SmsGateway } from './settings.ts';
import { SmsRefused, type SmsTransport } from './transport.ts';

const sent = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(
      z.object({
        statusCode: z.coerce.number(),
        messageId: z.string().max(100).nullish(),
        cost: z.string().max(40).nullish(),
      }),
    ),
  }),
});

const accepted = [100, 101, 102];
const refused: Record<number, string> = {
  401: 'held as a risk',
  402: 'the sender is not accepted',
  403: 'the number is not accepted',
  404: 'the kind of number is not supported',
  405: 'the balance is too low',
  406: 'the number is on the block list',
  407: 'no route to the number',
  409: 'the number accepts no such messages',
};

export function africasTalking({
  url,
  username,
  apiKey,
  sender,
}: Extract<SmsGateway, { kind: 'africastalking' }>): SmsTransport {
  return {
    send: async ({ to, text }) => {
      const form = { username, to, message: text, ...(sender && { from: sender }) };
      const { status, answer } = await call(
        `${url}/version1/messaging`,
        { method: 'POST', headers: { apiKey }, body: new URLSearchParams(form) },
        sent,
      );
      const [recipient] = answer?.SMSMessageData.Recipients ?? [];
      if (status < 200 || status >= 300 || !recipient)
        throw new Error(`Africa's Talking answered ${status} without a receipt`);

      const { statusCode, messageId, cost } = recipient;
      const reason = refused[statusCode];
      if (reason) throw new SmsRefused(`Africa's Talking refused it: ${statusCode}, ${reason}`);
      if (!accepted.includes(statusCode)) throw new Error(`Africa's Talking did not take it: ${statusCode}`);
      return { providerId: messageId ?? null, cost: cost ?? null, state: 'sent' };
    },
  };
}
