import * as z from 'zod';
import { invalidInputError } from '../../../errors.ts';
import { readPhoneReason } from '../../../messaging/sms/sms-gate.ts';
import type { SmsReport } from '../../../messaging/sms/transport.ts';
import type { NamedReport } from '../../platform/outbox/sms/sms-report.service.ts';

/** PostgreSQL refuses the NUL character in text. */
const noticeText = (longest: number) =>
  z.string().transform((given) => given.replaceAll('\0', '').toWellFormed().slice(0, longest));
const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters');

export interface IncomingSms {
  /** The gateway's id, the same when it repeats a message. */
  id: string;
  from: string;
  text: string;
}

/** Longer than ten segments. */
const LONGEST_TEXT = 2000;

/** Africa's Talking posts messages and reports as forms. */
export const incomingForm = z.object({
  id,
  // A plus that was not encoded arrives as a space
  from: noticeText(40).transform((from) => from.replace(/^ (?=\d)/, '+')),
  text: noticeText(LONGEST_TEXT),
});

const states: Record<string, SmsReport['state']> = {
  Sent: 'sent',
  Submitted: 'sent',
  Buffered: 'sent',
  Success: 'delivered',
  Rejected: 'failed',
  Failed: 'failed',
  Expired: 'failed',
  AbsentSubscriber: 'failed',
};
/** Null for a state that is not known. */
export const reportForm = z
  .object({ id, status: z.string(), failureReason: z.string().optional() })
  .transform(({ id, status, failureReason }): NamedReport | null => {
    const state = states[status];
    if (!state) return null;
    const words = [status, failureReason].filter((word) => word && /^[A-Za-z]{1,60}$/.test(word));
    return { providerId: id, state, reason: state === 'failed' ? words.join(': ') : null };
  });

export function readFormNotice<T>(schema: z.ZodType<T>, body: string): T {
  return checkNotice(schema, Object.fromEntries(new URLSearchParams(body)));
}

const phoneReport = z.object({
  payload: z.object({ messageId: id, reason: z.string().nullish().catch(null) }),
});
const phoneMessage = z
  .object({
    id,
    payload: z.object({
      message: noticeText(LONGEST_TEXT),
      sender: noticeText(40).nullish().catch(null),
      phoneNumber: noticeText(40).nullish().catch(null),
    }),
  })
  .transform(
    ({ id, payload: { message, sender, phoneNumber } }): IncomingSms => ({
      id,
      from: sender ?? phoneNumber ?? '',
      text: message,
    }),
  );
const phoneEvent = z.looseObject({ event: z.string() });
const phoneStates: Record<string, SmsReport['state']> = {
  'sms:sent': 'sent',
  'sms:delivered': 'delivered',
  'sms:failed': 'failed',
};

/** A notice of SMS Gateway for Android. Returns neither for events that we did not ask for. */
export function readPhoneNotice(body: string): { message?: IncomingSms; report?: NamedReport } {
  const notice = checkNotice(phoneEvent, parseBody(body));
  if (notice.event === 'sms:received') return { message: checkNotice(phoneMessage, notice) };
  const state = phoneStates[notice.event];
  if (!state) return {};
  const { messageId, reason } = checkNotice(phoneReport, notice).payload;
  return {
    report: { providerId: messageId, state, reason: state === 'failed' ? readPhoneReason(reason) : null },
  };
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalidInputError([], 'The body is not JSON');
  }
}

function checkNotice<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error) {
    throw invalidInputError(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  }
  return data;
}
