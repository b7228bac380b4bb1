import type { Message } from '@institute/contract';
import { raw } from '@mikro-orm/core';
import type { Ctx, TxCtx } from '../../context.ts';
import { forgetOrigins } from '../activity/activity.service.ts';
import { eraseEmailsAbout } from '../emails/email.service.ts';
import { forgetKeys } from '../idempotency/public-form.service.ts';
import { MessageEntity } from './message.entity.ts';
import { messageView } from './message.view.ts';

/** The ids of messages from before then, trashed ones too. */
export async function messagesBefore(tx: TxCtx, before: Date, limit: number): Promise<number[]> {
  const rows = await tx.em.execute<{ id: number }[]>(
    'select id from messages where created_at < ? order by id limit ?',
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/** The messages from an address in lower case, trashed ones too, newest first. */
export async function messagesFrom({ em }: Pick<Ctx, 'em'>, email: string): Promise<Message[]> {
  const rows = await em.find(
    MessageEntity,
    { [raw('lower(email)')]: email },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(messageView);
}

/** Deletes messages, and what other tables know of them. */
export async function eraseMessages(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await tx.em.execute<{ email: string; subject: string }[]>(
    'delete from messages where id = any(?::int[]) returning email, subject',
    [`{${ids}}`],
  );
  await eraseEmailsAbout(tx, { messages: gone });
  await forgetKeys(tx, 'contact', ids);
  await forgetOrigins(tx, 'contact', ids);
  return gone.length;
}
