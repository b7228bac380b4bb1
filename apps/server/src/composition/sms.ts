import type { SmsKind, SmsKinds } from '../modules/outbox/outgoing-message.entity.ts';
import { intakeSoonSms, receivedSms, statusSms } from '../modules/registrations/registration-sms.ts';
import type { SmsContext, SmsText, WriteSms } from '../sms/sms.ts';

type Writers = { [K in SmsKind]: (data: SmsKinds[K], context: SmsContext) => SmsText | Promise<SmsText> };

const finished = ({ text }: { text: string }): SmsText => ({ template: text });

const writers: Writers = {
  'registration-received': receivedSms,
  'registration-status': statusSms,
  'intake-soon': intakeSoonSms,
  'office-sms': finished,
  'sms-answer': finished,
};

/** `data` must be the data that was queued with the kind. */
export const writeSms: WriteSms = async (kind, data, context) => {
  if (!isKind(kind)) throw new Error(`There is no SMS of the kind ${kind}`);
  const write = writers[kind] as (data: object, context: SmsContext) => SmsText | Promise<SmsText>;
  return write(data, context);
};

const isKind = (kind: string): kind is SmsKind => Object.hasOwn(writers, kind);
