import { listQuery } from '@institute/contract';
import { pathId, text } from '@institute/contract/fields';
import { smsLimits } from '@institute/contract/sms-template';
import * as z from 'zod';
import { adminProcedure, router, seen } from '../../../admin/trpc.ts';
import {
  answerBySms,
  countUnreadContact,
  getContactMessage,
  listContactMessages,
  markContactMessage,
  removeContactMessage,
  takeFromSpam,
} from './contact-message.service.ts';

export const contactAdmin = router({
  list: adminProcedure
    .input(
      listQuery(['id', 'createdAt', 'updatedAt', 'name', 'subject', 'readAt'], ['unread', 'read', 'spam']),
    )
    .query(({ ctx, input }) => listContactMessages(ctx, { ...input, category: input.category ?? 'inbox' })),

  get: adminProcedure.input(pathId).query(({ ctx, input: { id } }) => getContactMessage(ctx, id)),

  unread: adminProcedure.query(({ ctx }) => countUnreadContact(ctx)),

  mark: adminProcedure
    .input(pathId.extend({ isRead: z.boolean() }))
    .mutation(({ ctx, input: { id, isRead } }) => markContactMessage(ctx, id, isRead)),

  answer: adminProcedure
    .input(pathId.extend({ text: text(smsLimits.office) }))
    .mutation(({ ctx, input: { id, text } }) => answerBySms(ctx, id, text)),

  notSpam: adminProcedure.input(pathId).mutation(({ ctx, input: { id } }) => takeFromSpam(ctx, id)),

  remove: adminProcedure
    .input(seen)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeContactMessage(ctx, id, ifMatch)),
});
