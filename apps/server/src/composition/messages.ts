import type { WriteEmail } from '../messaging/email/email.ts';
import type { MessageKind } from '../messaging/message-kind.ts';
import type { WriteSms } from '../messaging/sms/sms.ts';
import * as list from './message-list.ts';

export const messageKinds: readonly MessageKind[] = Object.values(list);

export function findMessageKind(kind: string): MessageKind {
  const found = messageKinds.find((known) => known.kind === kind);
  if (!found) throw new Error(`There is no message of the kind ${kind}`);
  return found;
}

/** `data` must be the data that was queued with the kind. */
export const writeEmail: WriteEmail = async (kind, data, context) => {
  const { writeEmail: write } = findMessageKind(kind);
  if (!write) throw new Error(`There is no email of the kind ${kind}`);
  return write(data, context);
};

export const writeSms: WriteSms = async (kind, data, context) => {
  const { writeSms: write } = findMessageKind(kind);
  if (!write) throw new Error(`There is no SMS of the kind ${kind}`);
  return write(data, context);
};
