import * as z from 'zod';
import type { SmsGateway } from '../../config/sms-gateway.ts';
import { callGateway } from './call.ts';
import { nameSms, SmsBalanceUsedUp, SmsRefused, type SmsTransport } from './transport.ts';

const sendAnswer = z.object({
  SMSMessageData: z.object({
    Message: z.string().nullish(),
    Recipients: z.array(
      z.object({
        statusCode: z.coerce.number(),
        status: z.string().nullish(),
        messageId: z.string().max(100).nullish(),
        cost: z.string().max(40).nullish(),
      }),
    ),
  }),
});

const acceptedCodes = [100, 101, 102];
const NO_BALANCE = 405;
/** Id of a message that was not taken. */
const NO_MESSAGE = 'None';
const refusalReasons: Record<number, string> = {
  401: 'held as a risk',
  402: 'the sender is not accepted',
  403: 'the number is not accepted',
  404: 'the kind of number is not supported',
  406: 'the number is on the block list',
  407: 'no route to the number',
  409: 'the number accepts no such messages',
};

export function openAfricasTalking({
  url,
  username,
  apiKey,
  sender,
}: Extract<SmsGateway, { kind: 'africastalking' }>): SmsTransport {
  return {
    send: async ({ to, text, ...row }) => {
      const form = { username, to, message: text, ...(sender && { from: sender }) };
      const { status, answer } = await callGateway(
        `${url}/version1/messaging`,
        { method: 'POST', headers: { apiKey }, body: new URLSearchParams(form) },
        sendAnswer,
      );
      if (status < 200 || status >= 300) throw new Error(`Africa's Talking answered ${status}`);
      const { Message: words, Recipients: [recipient] = [] } = answer?.SMSMessageData ?? {};
      if (recipient) {
        refuseUntaken(recipient.statusCode);
        if (recipient.messageId === NO_MESSAGE) throw toRefusal(recipient.status || words);
      } else refuseFault(words);
      // A message that was taken without a readable receipt counts as sent: a second try could send it twice
      return {
        providerId: recipient?.messageId ?? nameSms(row),
        cost: recipient?.cost ?? null,
        state: 'sent',
      };
    },
  };
}

function refuseUntaken(statusCode: number): void {
  if (statusCode === NO_BALANCE) throw new SmsBalanceUsedUp();
  const reason = refusalReasons[statusCode];
  if (reason) throw new SmsRefused(`Africa's Talking refused it: ${statusCode}, ${reason}`);
  if (!acceptedCodes.includes(statusCode)) throw new Error(`Africa's Talking did not take it: ${statusCode}`);
}

/** The gateway's reason, without anything that might be a phone number. */
const toRefusal = (words: string | null | undefined): SmsRefused => {
  const [reason = 'no reason given'] = /^Sent to 0\/\d+|[A-Za-z][A-Za-z ]{0,59}/.exec(words ?? '') ?? [];
  return new SmsRefused(`Africa's Talking refused it: ${reason.trim()}`);
};

/** An answer without recipients may say why in a few words, such as `InvalidSenderId` or `Could Not Send`. */
function refuseFault(words: string | null | undefined): void {
  if (words === 'InsufficientBalance') throw new SmsBalanceUsedUp();
  if (/^(?:[A-Za-z ]{1,60}$|Sent to 0\/)/.test(words ?? '')) throw toRefusal(words);
}
