import * as z from 'zod';
import { invalidInputError } from '../../../errors.ts';
import { describePhoneFailure } from '../../../messaging/sms/sms-gate.ts';
import type { SmsReport } from '../../../messaging/sms/transport.ts';
import type { MessageReport } from '../../platform/outbox/sms/sms-report.service.ts';

/** PostgreSQL refuses the NUL character in text, so it is removed. */
const makeTextSchema = (longest: number) =>
  z.string().transform((given) => given.replaceAll('\0', '').toWellFormed().slice(0, longest));
const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters');

export interface IncomingSms {
  /** The gateway's id of the message. A repeated message has the same id. */
  id: string;
  from: string;
  text: string;
}

/** More letters than ten SMS segments have. */
const MAX_TEXT_LENGTH = 2000;

/** Africa's Talking posts messages and reports as forms. */
export const incomingFormSchema = z.object({
  id,
  // A plus that was not encoded arrives as a space
  from: makeTextSchema(40).transform((from) => from.replace(/^ (?=\d)/, '+')),
  text: makeTextSchema(MAX_TEXT_LENGTH),
});

const reportStates: Record<string, SmsReport['state']> = {
  Sent: 'sent',
  Submitted: 'sent',
  Buffered: 'sent',
  Success: 'delivered',
  Rejected: 'failed',
  Failed: 'failed',
  Expired: 'failed',
  AbsentSubscriber: 'failed',
};
/** The report is null for an unknown state. */
export const reportFormSchema = z
  .object({ id, status: z.string(), failureReason: z.string().optional() })
  .transform(({ id, status, failureReason }): MessageReport | null => {
    const reportedState = reportStates[status];
    if (!reportedState) return null;
    const failureWords = [status, failureReason].filter((word) => word && /^[A-Za-z]{1,60}$/.test(word));
    return {
      providerId: id,
      state: reportedState,
      reason: reportedState === 'failed' ? failureWords.join(': ') : null,
    };
  });

export function readFormNotice<T>(schema: z.ZodType<T>, body: string): T {
  return parseNotice(schema, Object.fromEntries(new URLSearchParams(body)));
}

const phoneReportSchema = z.object({
  payload: z.object({ messageId: id, reason: z.string().nullish().catch(null) }),
});
const phoneMessageSchema = z
  .object({
    id,
    payload: z.object({
      message: makeTextSchema(MAX_TEXT_LENGTH),
      sender: makeTextSchema(40).nullish().catch(null),
      phoneNumber: makeTextSchema(40).nullish().catch(null),
    }),
  })
  .transform(
    ({ id, payload: { message, sender, phoneNumber } }): IncomingSms => ({
      id,
      from: sender ?? phoneNumber ?? '',
      text: message,
    }),
  );
const phoneEventSchema = z.looseObject({ event: z.string() });
const statesByPhoneEvent: Record<string, SmsReport['state']> = {
  'sms:sent': 'sent',
  'sms:delivered': 'delivered',
  'sms:failed': 'failed',
};

/** Reads a notice of SMS Gateway for Android. Returns neither field for an event that we did not ask for. */
export function readPhoneNotice(body: string): { message?: IncomingSms; report?: MessageReport } {
  const phoneNotice = parseNotice(phoneEventSchema, parseJsonBody(body));
  if (phoneNotice.event === 'sms:received') return { message: parseNotice(phoneMessageSchema, phoneNotice) };
  const state = statesByPhoneEvent[phoneNotice.event];
  if (!state) return {};
  const { messageId, reason } = parseNotice(phoneReportSchema, phoneNotice).payload;
  return {
    report: {
      providerId: messageId,
      state,
      reason: state === 'failed' ? describePhoneFailure(reason) : null,
    },
  };
}

function parseJsonBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalidInputError([], 'The body is not JSON');
  }
}

function parseNotice<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error) {
    throw invalidInputError(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  }
  return data;
}
