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

/** Applies to rows and to files. */
export const sentKeptMs: number = 30 * 24 * 60 * 60 * 1000;
/** Counted from the queueing. Until then the office can send them again. */
export const parkedKeptMs: number = 90 * 24 * 60 * 60 * 1000;

/** Messages name people, so they are deleted a while after they were sent or refused. */
export async function purgeSent({ em, now, config }: Pick<Ctx, 'em' | 'now' | 'config'>): Promise<void> {
  const before = new Date(now().getTime() - sentKeptMs);
  await em.nativeDelete(OutgoingMessageEntity, {
    state: { $in: ['sent', 'delivered', 'failed'] },
    // A message that was refused has no time of sending
    $or: [{ sentAt: { $lte: before } }, { sentAt: null, nextTryAt: { $lte: before } }],
  });
  await removeFilesBefore(getEmailFolder(config), /^\d+\.eml(?:\.part)?$/, before);
  await removeFilesBefore(getSmsFolder(config), /^\d+\.txt(?:\.part)?$/, before);
}

/** Locks the messages, so that nobody sends them again meanwhile. */
export async function findExpiredParked({ em, now }: Pick<TxCtx, 'em' | 'now'>): Promise<number[]> {
  const rows = await readRows(em, { id: int })(
    `select id from outgoing_messages where state = 'parked' and created_at < ? order by id for update`,
    [new Date(now().getTime() - parkedKeptMs)],
  );
  return listIds(rows);
}

export interface ErasedSubjects {
  ids?: readonly number[];
  /** In lower case. */
  recipient?: string;
  /** In international form. */
  numbers?: readonly string[];
  donations?: readonly number[];
  references?: readonly string[];
  /** Notices of what a visitor wrote. */
  notices?: readonly { kind: string; data: object }[];
}

const goneMessage = { id: int, channel: z.enum(messageChannels) };

/**
 * Sent or not, with the files of a trial. Emails to accounts and the office stay, because they are not about a
 * visitor. The files go before the commit: a crash leaves none behind. Returns the ids.
 */
export async function eraseOutgoingAbout(
  { em, config, messageKinds }: Pick<TxCtx, 'em' | 'config' | 'messageKinds'>,
  { ids = [], recipient, numbers = [], donations = [], references = [], notices = [] }: ErasedSubjects,
): Promise<number[]> {
  const removed = await readRows(em, goneMessage)(
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
    removed.filter(({ channel }) => channel === wanted).map(({ id }) => file(id));
  await removeFiles(getEmailFolder(config), listChannelFiles('email', nameEmailFile));
  await removeFiles(getSmsFolder(config), listChannelFiles('sms', nameSmsFile));
  return listIds(removed);
}

/** Messages to accounts and to the office are no data of a visitor, even if an account has the visitor's address. */
const listInternalKinds = (kinds: Ctx['messageKinds']): string[] =>
  kinds.flatMap(({ kind, to }) => (to === 'accounts' || to === 'office' ? [kind] : []));

interface Subject {
  recipient: string;
  /** References of the person's own registrations. */
  references: readonly string[];
}

/** Messages that were sent to a person: to this address or number, or about their registrations. */
export const listOutgoingTo = (
  { em, messageKinds }: Pick<Ctx, 'em' | 'messageKinds'>,
  { recipient, references }: Subject,
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
