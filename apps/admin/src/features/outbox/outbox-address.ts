import type { MessagesOutQuery } from '@institute/contract';
import { messageChannels, messageStates } from '@institute/contract/outbox.constants';
import * as z from 'zod/mini';
import { paging, parseWord } from '../../lists/address.ts';
import { listQuery } from '../../lists/list-search.ts';

export const outboxAddress = z.object({
  channel: parseWord(messageChannels),
  state: parseWord(messageStates),
  page: paging.page,
});
export type OutboxSearch = z.infer<typeof outboxAddress>;

export const toOutboxQuery = ({ page, channel, state }: OutboxSearch): MessagesOutQuery => ({
  channel,
  state,
  ...listQuery({ page }),
});
