import type { MessagesOutQuery } from '@institute/contract';
import { messageChannels, messageStates } from '@institute/contract/outbox.constants';
import * as z from 'zod/mini';
import { makeWordParameter, pagingParameters } from '../../lists/address.ts';
import { makeListQuery } from '../../lists/list-search.ts';

export const outboxAddress = z.object({
  channel: makeWordParameter(messageChannels),
  state: makeWordParameter(messageStates),
  page: pagingParameters.page,
});
export type OutboxSearch = z.infer<typeof outboxAddress>;

export const toOutboxQuery = ({ page, channel, state }: OutboxSearch): MessagesOutQuery => ({
  channel,
  state,
  ...makeListQuery({ page }),
});
