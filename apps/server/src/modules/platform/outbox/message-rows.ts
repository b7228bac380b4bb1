import type { Ctx, TxCtx } from '../../../context.ts';
import { assignNewIds } from '../../../database/insert-all.ts';
import { toJsonValue } from '../../../database/json-value.ts';
import { messagePriorities, type QueuedMessage, type TextSource } from '../../../messaging/message-kind.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { OutgoingMessageEntity } from './outgoing-message.entity.ts';

export type QueueCtx = Pick<TxCtx, 'em' | 'now'>;

export const toOutboxRow = ({ now }: Pick<Ctx, 'now'>, message: QueuedMessage<TextSource>) => ({
  nextTryAt: now(),
  ...message,
  data: toJsonValue(message.data),
  createdAt: now(),
});

export async function storeMessage(tx: QueueCtx, message: QueuedMessage<TextSource>): Promise<void> {
  await tx.em.insert(OutgoingMessageEntity, toOutboxRow(tx, message));
}

export async function storeInBulk<Message extends QueuedMessage<TextSource>>(
  tx: QueueCtx,
  messages: readonly Message[],
): Promise<(Message & { id: number })[]> {
  const storedMessages = await assignNewIds(tx, OutgoingMessageEntity, messages);
  for (const batch of splitIntoBatches(storedMessages)) {
    for (const message of batch) {
      const priority = Math.max(message.priority, messagePriorities.bulk);
      const row = { ...toOutboxRow(tx, message), id: message.id, priority };
      tx.em.create(OutgoingMessageEntity, row);
    }
    await tx.em.flush();
  }
  return storedMessages;
}
