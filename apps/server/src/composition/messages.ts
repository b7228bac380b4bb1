import type { WriteEmailOfKind } from '../messaging/email/email.ts';
import type { MessageKind } from '../messaging/message-kind.ts';
import type { WriteSmsOfKind } from '../messaging/sms/sms.ts';
import * as list from './message-list.ts';

export const messageKinds: readonly MessageKind[] = Object.values(list);

export function findMessageKind(kind: string): MessageKind {
  const messageKind = messageKinds.find((known) => known.kind === kind);
  if (!messageKind) throw new Error(`There is no message of the kind ${kind}`);
  return messageKind;
}

/** `data` must be the data that was stored with a message of this kind. */
export const writeEmail: WriteEmailOfKind = async (kind, data, context) => {
  const { writeEmail: write } = findMessageKind(kind);
  if (!write) throw new Error(`There is no email of the kind ${kind}`);
  return write(data, context);
};

export const writeSms: WriteSmsOfKind = async (kind, data, context) => {
  const { writeSms: write } = findMessageKind(kind);
  if (!write) throw new Error(`There is no SMS of the kind ${kind}`);
  return write(data, context);
};
