import type { Message, MessageInput } from '@institute/contract';
import { raw } from '@mikro-orm/core';
import type { Ctx, TxCtx } from '../../context.ts';
import { eraseTraces } from '../erasure/erasure.service.ts';
import { MessageEntity } from './message.entity.ts';
import { messageView } from './message.view.ts';

/** `email` is in lower case. Includes trashed messages. */
export async function messagesFrom({ em }: Pick<Ctx, 'em'>, email: string): Promise<Message[]> {
  const rows = await em.find(
    MessageEntity,
    { [raw('lower(email)')]: email },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(messageView);
}

export async function eraseMessages(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await tx.em.execute<MessageInput[]>(
    'delete from messages where id = any(?::int[]) returning name, email, subject, message',
    [`{${ids}}`],
  );
  await eraseTraces(tx, { ids, entityType: 'contact', scope: 'contact', emails: { messages: gone } });
  return gone.length;
}
