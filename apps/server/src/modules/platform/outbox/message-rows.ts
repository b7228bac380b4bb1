import type { Ctx, TxCtx } from '../../../context.ts';
import { assignNewIds } from '../../../database/insert-all.ts';
import { toJsonValue } from '../../../database/json-value.ts';
import {
  type MessageTextSource,
  messagePriorities,
  type QueuedMessage,
} from '../../../messaging/message-kind.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { OutgoingMessageEntity } from './outgoing-message.entity.ts';

export type QueueCtx = Pick<TxCtx, 'em' | 'now'>;

export const toOutboxRow = ({ now }: Pick<Ctx, 'now'>, message: QueuedMessage<MessageTextSource>) => ({
  nextTryAt: now(),
  ...message,
  data: toJsonValue(message.data),
  createdAt: now(),
});

export async function storeMessage(tx: QueueCtx, message: QueuedMessage<MessageTextSource>): Promise<void> {
  await tx.em.insert(OutgoingMessageEntity, toOutboxRow(tx, message));
}

export async function storeMessagesInBulk<Message extends QueuedMessage<MessageTextSource>>(
  tx: QueueCtx,
  messages: readonly Message[],
): Promise<(Message & { id: number })[]> {
  const storedMessages = await assignNewIds(tx, OutgoingMessageEntity, messages);
  for (const messageBatch of splitIntoBatches(storedMessages)) {
    for (const messageOfBatch of messageBatch) {
      const bulkPriority = Math.max(messageOfBatch.priority, messagePriorities.bulk);
      const row = { ...toOutboxRow(tx, messageOfBatch), id: messageOfBatch.id, priority: bulkPriority };
      tx.em.create(OutgoingMessageEntity, row);
    }
    await tx.em.flush();
  }
  return storedMessages;
}
