import * as z from 'zod';
import type { SmsGateway } from '../../config/sms-gateway.ts';
import { callGateway } from './call.ts';
import { makeSmsName, SmsBalanceUsedUp, SmsRefused, type SmsTransport } from './transport.ts';

/** A field that is missing or has another type becomes null, so that the rest of the answer stays readable. */
const optionalText = (length = 500) => z.string().max(length).nullish().catch(null);
const sendAnswerSchema = z.object({
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
type AnswerRecipient = z.output<typeof sendAnswerSchema>['SMSMessageData']['Recipients'][number];

const acceptedCodes = [100, 101, 102];
const NO_BALANCE_STATUS_CODE = 405;
/** The gateway gives this id to a message that it did not accept. */
const NO_MESSAGE_ID = 'None';
/**
 * In an answer without a code, these words mean success, as codes from 100 do. The words of the next line mean a
 * failure that may pass, as codes from 500 do.
 */
const acceptedStatusPattern = /^(?:Success|Processed|Sent|Queued)$/;
const temporaryFailurePattern = /^(?:InternalServerError|GatewayError|RejectedByGateway)$/;
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
      const formFields = { username, to, message: text, ...(sender && { from: sender }) };
      const { status, answer } = await callGateway(
        `${url}/version1/messaging`,
        { method: 'POST', headers: { apiKey }, body: new URLSearchParams(formFields) },
        sendAnswerSchema,
      );
      if (status < 200 || status >= 300) throw new Error(`Africa's Talking answered ${status}`);
      const { Message: words, Recipients: [recipient] = [] } = answer?.SMSMessageData ?? {};
      if (!isMessageAccepted(recipient, words))
        throw toGatewayError(recipient?.statusCode, recipient?.status || words);
      return {
        providerId: recipient?.messageId ?? makeSmsName(row),
        cost: recipient?.cost ?? null,
        state: 'sent',
      };
    },
  };
}

function isMessageAccepted(
  recipient: AnswerRecipient | undefined,
  words: string | null | undefined,
): boolean {
  const { statusCode, status, messageId } = recipient ?? {};
  if (messageId === NO_MESSAGE_ID) return false;
  if (statusCode) return acceptedCodes.includes(statusCode);
  return status ? acceptedStatusPattern.test(status) : /^Sent to [1-9]/.test(words ?? '');
}

/**
 * Makes the error for a refusal. Only the letters of the gateway's words are kept, because the rest might be a phone
 * number.
 */
function toGatewayError(statusCode: number | null | undefined, words: string | null | undefined): Error {
  if (statusCode === NO_BALANCE_STATUS_CODE || words === 'InsufficientBalance') return new SmsBalanceUsedUp();
  const refusalReason = refusalReasons[statusCode ?? 0];
  if (refusalReason) return new SmsRefused(`Africa's Talking refused it: ${statusCode}, ${refusalReason}`);
  const isUnknownCode = statusCode && !acceptedCodes.includes(statusCode);
  if (isUnknownCode || temporaryFailurePattern.test(words ?? ''))
    return new Error(`Africa's Talking did not take it: ${statusCode || words}`);
  const [said] = /^Sent to 0\/\d+|[A-Za-z][A-Za-z ]{0,59}/.exec(words ?? '') ?? [];
  if (said) return new SmsRefused(`Africa's Talking refused it: ${said.trim()}`);
  // A second try could send the SMS twice, so the office decides
  return new SmsRefused("Africa's Talking did not say whether it took it");
}
