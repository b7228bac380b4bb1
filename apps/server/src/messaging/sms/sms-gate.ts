import * as z from 'zod';
import type { SmsGateway } from '../../config/sms-gateway.ts';
import { callGateway } from './call.ts';
import { makeSmsName, SmsRefused, type SmsReport, type SmsTransport } from './transport.ts';

/** Seconds after which the phone drops a message that it could not send. */
const SMS_LIFETIME_S = 24 * 60 * 60;
const ALREADY_KNOWN_STATUS = 409;
const BAD_REQUEST_STATUS = 400;

const phoneEvents = ['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed'] as const;

const optionalText = z.string().max(500).nullish().catch(null);
/** A field that is missing or has another type becomes null, so that the rest of the answer stays readable. */
const phoneMessageSchema = z.object({
  id: z.string().max(100).nullish().catch(null),
  state: optionalText,
  recipients: z.array(z.object({ state: optionalText, error: optionalText })).catch([]),
});
const webhookEvents = z.array(z.object({ id: z.string().nullish(), url: z.string(), event: z.string() }));

/** Sends SMS through a phone with the app SMS Gateway for Android in local mode. */
export function openSmsGate({
  url,
  username,
  password,
}: Extract<SmsGateway, { kind: 'smsgate' }>): SmsTransport {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const getPhoneJson = <T>(path: string, schema: z.ZodType<T>) =>
    callGateway(url + path, { headers: { authorization } }, schema);
  const postToPhone = <T>(path: string, body: object, schema: z.ZodType<T>) =>
    callGateway(
      url + path,
      {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      schema,
    );

  return {
    send: async ({ to, text, ...row }) => {
      const id = makeSmsName(row);
      const { status, answer } = await postToPhone(
        '/message',
        { id, textMessage: { text }, phoneNumbers: [to], ttl: SMS_LIFETIME_S, withDeliveryReport: true },
        phoneMessageSchema,
      );
      // The phone has the message from an earlier try, whose answer did not reach us
      if (status === ALREADY_KNOWN_STATUS) return { providerId: id, cost: null, state: 'sent' };
      if (status === BAD_REQUEST_STATUS) throw new SmsRefused('The phone refused it: 400');
      if (status < 200 || status >= 300) throw new Error(`The phone answered ${status}`);

      // The next try has the same id, so the phone does not send the message twice
      if (!answer || !(answer.id || readState(answer)))
        throw new Error(`The phone answered ${status} without a message`);
      const smsReport = toReport(answer);
      if (smsReport?.state === 'failed')
        throw new SmsRefused(smsReport.reason ?? 'The phone could not send it');
      return { providerId: answer.id || id, cost: null, state: smsReport?.state ?? 'sent' };
    },

    askState: async (providerId) => {
      const { status, answer } = await getPhoneJson(
        `/message/${encodeURIComponent(providerId)}`,
        phoneMessageSchema,
      );
      if (status === 404) return null;
      if (status !== 200 || !answer || !readState(answer))
        throw new Error(`The phone answered ${status} without a state`);
      return toReport(answer);
    },

    registerWebhooks: async (address) => {
      const { status, answer: known } = await getPhoneJson('/webhooks', webhookEvents);
      if (status !== 200 || !known) throw new Error(`The phone answered ${status} without its webhooks`);
      for (const event of phoneEvents) {
        if (known.some((hook) => hook.event === event && hook.url === address)) continue;
        // The same id replaces the webhook that an earlier address of this site has registered
        const id = `${new URL(address).hostname}-${event.replace(':', '-')}`;
        const { status } = await postToPhone('/webhooks', { id, url: address, event }, z.unknown());
        if (status < 200 || status >= 300) throw new Error(`The phone refused a webhook: ${status}`);
      }
    },
  };
}

const reportStateByPhoneState: Record<string, SmsReport['state']> = {
  Sent: 'sent',
  Delivered: 'delivered',
  Failed: 'failed',
};

type PhoneMessage = z.output<typeof phoneMessageSchema>;

/** Reads the state of a message. Each of our messages has a single recipient. */
const readState = ({ state, recipients }: PhoneMessage) => state || recipients[0]?.state;

function toReport(message: PhoneMessage): SmsReport | null {
  const reportState = reportStateByPhoneState[readState(message) ?? ''];
  if (!reportState) return null;
  const recipientError = message.recipients.find(({ error }) => error)?.error;
  return {
    state: reportState,
    reason: reportState === 'failed' ? describePhoneFailure(recipientError) : null,
  };
}

/**
 * Takes Android's code from an error, such as RESULT_ERROR_NO_SERVICE. Other text is left out, because it could
 * contain the phone number.
 */
export const describePhoneFailure = (text: string | null | undefined): string => {
  const errorCode = /\b[A-Z][A-Z_]{5,60}\b/.exec(text ?? '')?.[0];
  return errorCode ? `The phone could not send it: ${errorCode}` : 'The phone could not send it';
};
