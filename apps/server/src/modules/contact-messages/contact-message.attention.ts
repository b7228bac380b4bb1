import type { Ctx } from '../../context.ts';
import { MessageEntity } from './contact-message.entity.ts';

export const messageAttention = {
  unreadMessages: ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
    em.count(MessageEntity, { deletedAt: null, readAt: null, isSpam: false }),
};
