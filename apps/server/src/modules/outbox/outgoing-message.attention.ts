import type { Ctx } from '../../context.ts';
import { OutgoingMessageEntity } from './outgoing-message.entity.ts';
import { smsAttention } from './sms-attention.service.ts';

export const outgoingMessageAttention = {
  parkedEmails: ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
    em.count(OutgoingMessageEntity, { state: 'parked' }),
  sms: smsAttention,
};
