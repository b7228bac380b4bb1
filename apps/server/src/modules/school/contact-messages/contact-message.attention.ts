import type { Ctx } from '../../../context.ts';
import { ContactMessageEntity } from './contact-message.entity.ts';

export const contactAttention = {
  unreadMessages: ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
    em.count(ContactMessageEntity, { deletedAt: null, readAt: null, isSpam: false }),
};
