import * as z from 'zod';
import type { SmsGateway } from '../../config/sms-gateway.ts';
import { callGateway } from './call.ts';
import { nameSms, SmsBalanceUsedUp, SmsRefused, type SmsTransport } from './transport.ts';

/** What is missing, or of another kind, leaves the rest readable. */
const optionalText = (length = 500) => z.string().max(length).nullish().catch(null);
const sendAnswer = z.object({
  SMSMessageData: z.object({
    Message: optionalText(),
    Recipients: z
      .array(
        z.object({
          statusCode: z.coerce.number().nullish().catch(null),
          status: optionalText(),
          messageId: optionalText(100),
          cost: optionalText(40),
        }),
      )
      .catch([]),
  }),
});
type Recipient = z.output<typeof sendAnswer>['SMSMessageData']['Recipients'][number];

const acceptedCodes = [100, 101, 102];
const NO_BALANCE = 405;
/** Id of a message that was not taken. */
const NO_MESSAGE = 'None';
/** In an answer without a code these words mean what codes from 100 mean, the next ones what codes from 500 mean. */
const acceptedWords = /^(?:Success|Processed|Sent|Queued)$/;
const passingWords = /^(?:InternalServerError|GatewayError|RejectedByGateway)$/;
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
      if (!isTaken(recipient, words)) throw toFailure(recipient?.statusCode, recipient?.status || words);
      return {
        providerId: recipient?.messageId ?? nameSms(row),
        cost: recipient?.cost ?? null,
        state: 'sent',
      };
    },
  };
}

function isTaken(recipient: Recipient | undefined, words: string | null | undefined): boolean {
  const { statusCode, status, messageId } = recipient ?? {};
  if (messageId === NO_MESSAGE) return false;
  if (statusCode) return acceptedCodes.includes(statusCode);
  return status ? acceptedWords.test(status) : /^Sent to [1-9]/.test(words ?? '');
}

/** Words such as `InvalidPhoneNumber`. Only their letters are kept, since the rest might be a phone number. */
function toFailure(statusCode: number | null | undefined, words: string | null | undefined): Error {
  if (statusCode === NO_BALANCE || words === 'InsufficientBalance') return new SmsBalanceUsedUp();
  const reason = refusalReasons[statusCode ?? 0];
  if (reason) return new SmsRefused(`Africa's Talking refused it: ${statusCode}, ${reason}`);
  const isOtherCode = statusCode && !acceptedCodes.includes(statusCode);
  if (isOtherCode || passingWords.test(words ?? ''))
    return new Error(`Africa's Talking did not take it: ${statusCode || words}`);
  const [said] = /^Sent to 0\/\d+|[A-Za-z][A-Za-z ]{0,59}/.exec(words ?? '') ?? [];
  if (said) return new SmsRefused(`Africa's Talking refused it: ${said.trim()}`);
  // A second try could send it twice, so the office decides
  return new SmsRefused("Africa's Talking did not say whether it took it");
}
