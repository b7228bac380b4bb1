import * as z from 'zod';
import type { SmsGateway } from '../../config/sms-gateway.ts';
import { callGateway } from './call.ts';
import { nameSms, SmsRefused, type SmsReport, type SmsTransport } from './transport.ts';

/** Seconds. Later the phone drops a message that it could not send. */
const TIME_TO_LIVE = 24 * 60 * 60;
const ALREADY_KNOWN = 409;
const NOT_UNDERSTOOD = 400;

const phoneEvents = ['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed'] as const;

const optionalText = z.string().max(500).nullish().catch(null);
/** What is missing, or of another kind, leaves the rest readable. */
const messageSchema = z.object({
  id: z.string().max(100).nullish().catch(null),
  state: optionalText,
  recipients: z.array(z.object({ state: optionalText, error: optionalText })).catch([]),
});
const webhookEvents = z.array(z.object({ id: z.string().nullish(), url: z.string(), event: z.string() }));

/** SMS Gateway for Android, in local mode. */
export function openSmsGate({
  url,
  username,
  password,
}: Extract<SmsGateway, { kind: 'smsgate' }>): SmsTransport {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const getJson = <T>(path: string, schema: z.ZodType<T>) =>
    callGateway(url + path, { headers: { authorization } }, schema);
  const postMessage = <T>(path: string, body: object, schema: z.ZodType<T>) =>
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
      const id = nameSms(row);
      const { status, answer } = await postMessage(
        '/message',
        { id, textMessage: { text }, phoneNumbers: [to], ttl: TIME_TO_LIVE, withDeliveryReport: true },
        messageSchema,
      );
      // An earlier try arrived, although its answer did not
      if (status === ALREADY_KNOWN) return { providerId: id, cost: null, state: 'sent' };
      if (status === NOT_UNDERSTOOD) throw new SmsRefused('The phone refused it: 400');
      if (status < 200 || status >= 300) throw new Error(`The phone answered ${status}`);

      // The next try has the same id, so the phone does not send it twice
      if (!answer || !(answer.id || readState(answer)))
        throw new Error(`The phone answered ${status} without a message`);
      const report = toReport(answer);
      if (report?.state === 'failed') throw new SmsRefused(report.reason ?? 'The phone could not send it');
      return { providerId: answer.id || id, cost: null, state: report?.state ?? 'sent' };
    },

    askState: async (providerId) => {
      const { status, answer } = await getJson(`/message/${encodeURIComponent(providerId)}`, messageSchema);
      if (status === 404) return null;
      if (status !== 200 || !answer || !readState(answer))
        throw new Error(`The phone answered ${status} without a state`);
      return toReport(answer);
    },

    registerWebhooks: async (address) => {
      const { status, answer: known } = await getJson('/webhooks', webhookEvents);
      if (status !== 200 || !known) throw new Error(`The phone answered ${status} without its webhooks`);
      for (const event of phoneEvents) {
        if (known.some((hook) => hook.event === event && hook.url === address)) continue;
        // The same id replaces what an earlier address of this site left
        const id = `${new URL(address).hostname}-${event.replace(':', '-')}`;
        const { status } = await postMessage('/webhooks', { id, url: address, event }, z.unknown());
        if (status < 200 || status >= 300) throw new Error(`The phone refused a webhook: ${status}`);
      }
    },
  };
}

const states: Record<string, SmsReport['state']> = { Sent: 'sent', Delivered: 'delivered', Failed: 'failed' };

type PhoneMessage = z.output<typeof messageSchema>;

/** Each message has one recipient. */
const readState = ({ state, recipients }: PhoneMessage) => state || recipients[0]?.state;

function toReport(message: PhoneMessage): SmsReport | null {
  const state = states[readState(message) ?? ''];
  if (!state) return null;
  const error = message.recipients.find(({ error }) => error)?.error;
  return { state, reason: state === 'failed' ? readPhoneReason(error) : null };
}

/** Android's code, such as RESULT_ERROR_NO_SERVICE. Free text is left out: it could repeat the number. */
export const readPhoneReason = (text: string | null | undefined): string => {
  const code = /\b[A-Z][A-Z_]{5,60}\b/.exec(text ?? '')?.[0];
  return code ? `The phone could not send it: ${code}` : 'The phone could not send it';
};
