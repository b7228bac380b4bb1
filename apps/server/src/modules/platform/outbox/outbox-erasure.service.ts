import { type MessageChannel, messageChannels } from '@institute/contract/outbox.constants';
import { raw } from '@mikro-orm/core';
import * as z from 'zod';
import type { Ctx, TxCtx } from '../../../context.ts';
import { getEmailFolder } from '../../../crypto/data-dir.ts';
import { nameEmailFile } from '../../../messaging/email/transport.ts';
import { removeFiles, removeFilesBefore } from '../../../messaging/message-files.ts';
import { getSmsFolder, nameSmsFile } from '../../../messaging/sms/open-transport.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import {
  namedReferencesSql,
  OutgoingMessageEntity,
  type OutgoingMessageRow,
} from './outgoing-message.entity.ts';

/** Time for which sent messages are kept, as rows and as files. */
export const sentKeptMs: number = 30 * 24 * 60 * 60 * 1000;
/** Time for which parked messages are kept, counted from the queueing. Until then the office can send them again. */
export const parkedKeptMs: number = 90 * 24 * 60 * 60 * 1000;

/** Messages name people, so they are deleted a while after they were sent or refused. */
export async function purgeSentMessages({
  em,
  now,
  config,
}: Pick<Ctx, 'em' | 'now' | 'config'>): Promise<void> {
  const sentMessageCutoff = new Date(now().getTime() - sentKeptMs);
  await em.nativeDelete(OutgoingMessageEntity, {
    state: { $in: ['sent', 'delivered', 'failed'] },
    // A refused message has no `sentAt`; `nextTryAt` is the time of its refusal
    $or: [{ sentAt: { $lte: sentMessageCutoff } }, { sentAt: null, nextTryAt: { $lte: sentMessageCutoff } }],
  });
  await removeFilesBefore(getEmailFolder(config), /^\d+\.eml(?:\.part)?$/, sentMessageCutoff);
  await removeFilesBefore(getSmsFolder(config), /^\d+\.txt(?:\.part)?$/, sentMessageCutoff);
}

/** Locks the messages, so that nobody sends them again meanwhile. */
export async function findExpiredParkedIds({ em, now }: Pick<TxCtx, 'em' | 'now'>): Promise<number[]> {
  const expiredParkedRows = await readRows(em, { id: int })(
    `select id from outgoing_messages where state = 'parked' and created_at < ? order by id for update`,
    [new Date(now().getTime() - parkedKeptMs)],
  );
  return listIds(expiredParkedRows);
}

export interface ErasedSubjects {
  ids?: readonly number[];
  /** Email address in lower case. */
  recipient?: string;
  /** Phone numbers in international form. */
  numbers?: readonly string[];
  donations?: readonly number[];
  references?: readonly string[];
  /** Messages to the office about what the visitor wrote, by kind and data. */
  notices?: readonly { kind: string; data: object }[];
}

const erasedMessageColumns = { id: int, channel: z.enum(messageChannels) };

/**
 * Deletes messages, sent or not, with the files of a trial. Emails to accounts and the office stay, because they are
 * not about a visitor. Files are deleted before the commit, so that a crash leaves none behind. Returns the ids.
 */
export async function eraseMessagesAbout(
  { em, config, messageKinds }: Pick<TxCtx, 'em' | 'config' | 'messageKinds'>,
  { ids = [], recipient, numbers = [], donations = [], references = [], notices = [] }: ErasedSubjects,
): Promise<number[]> {
  const removedMessages = await readRows(em, erasedMessageColumns)(
    `delete from outgoing_messages where (lower(recipient) = ? and kind != all(?::text[]))
       or id = any(?::int[]) or (channel = 'sms' and recipient = any(?::text[]))
       or data->>'donationId' = any(?::text[])
       or ${namedReferencesSql} && ?::text[]
       or (kind, data) in (select notice->>'kind', notice->'data' from jsonb_array_elements(?::jsonb) as notice) returning id, channel`,
    [
      recipient ?? null,
      `{${listInternalKinds(messageKinds)}}`,
      `{${ids}}`,
      `{${numbers}}`,
      `{${donations}}`,
      `{${references}}`,
      JSON.stringify(notices),
    ],
  );
  const listChannelFiles = (wanted: MessageChannel, file: (id: number) => string) =>
    removedMessages.filter(({ channel }) => channel === wanted).map(({ id }) => file(id));
  await removeFiles(getEmailFolder(config), listChannelFiles('email', nameEmailFile));
  await removeFiles(getSmsFolder(config), listChannelFiles('sms', nameSmsFile));
  return listIds(removedMessages);
}

/** Messages to accounts and to the office are no data of a visitor, even if an account has the visitor's address. */
const listInternalKinds = (kinds: Ctx['messageKinds']): string[] =>
  kinds.flatMap(({ kind, to }) => (to === 'accounts' || to === 'office' ? [kind] : []));

interface PersonInMessages {
  recipient: string;
  /** References of the person's own registrations. */
  references: readonly string[];
}

/** Messages that were sent to a person: to this address or number, or about their registrations. */
export const listMessagesToPerson = (
  { em, messageKinds }: Pick<Ctx, 'em' | 'messageKinds'>,
  { recipient, references }: PersonInMessages,
): Promise<OutgoingMessageRow[]> =>
  em.find(
    OutgoingMessageEntity,
    {
      kind: { $nin: listInternalKinds(messageKinds) },
      $or: [
        { [raw('lower(recipient)')]: recipient },
        // Messages without a recipient go to the office
        { recipient: { $ne: null }, [raw(`${namedReferencesSql} && ?::text[]`, [`{${references}}`])]: [] },
      ],
    },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
