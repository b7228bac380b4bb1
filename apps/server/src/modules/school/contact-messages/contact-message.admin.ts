import { listQuery } from '@institute/contract';
import { pathId, text } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { smsLimits } from '@institute/contract/sms-template';
import * as z from 'zod';
import { makeProcedure, router, updateTargetInput } from '../../../admin/trpc.ts';
import { getSite } from '../../platform/site/site.service.ts';
import {
  answerBySms,
  countUnreadMessages,
  getContactMessage,
  listContactMessages,
  markContactMessage,
  removeContactMessage,
  takeMessageFromSpam,
} from './contact-message.service.ts';

const messagesProcedure = makeProcedure(needs.messages);

export const contactMessageRouter = router({
  list: messagesProcedure
    .input(
      listQuery(['id', 'createdAt', 'updatedAt', 'name', 'subject', 'readAt'], ['unread', 'read', 'spam']),
    )
    .query(({ ctx, input }) => listContactMessages(ctx, { ...input, category: input.category ?? 'inbox' })),

  get: messagesProcedure.input(pathId).query(({ ctx, input: { id } }) => getContactMessage(ctx, id)),

  /** Returns the text that ends every SMS of the office. */
  smsEnding: messagesProcedure.query(async ({ ctx }) => (await getSite(ctx)).view.messages.smsEnding),

  unread: messagesProcedure.query(({ ctx }) => countUnreadMessages(ctx)),

  mark: messagesProcedure
    .input(pathId.extend({ isRead: z.boolean() }))
    .mutation(({ ctx, input: { id, isRead } }) => markContactMessage(ctx, id, isRead)),

  answer: messagesProcedure
    .input(pathId.extend({ text: text(smsLimits.office) }))
    .mutation(({ ctx, input: { id, text } }) => answerBySms(ctx, id, text)),

  notSpam: messagesProcedure.input(pathId).mutation(({ ctx, input: { id } }) => takeMessageFromSpam(ctx, id)),

  remove: messagesProcedure
    .input(updateTargetInput)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeContactMessage(ctx, id, ifMatch)),
});
