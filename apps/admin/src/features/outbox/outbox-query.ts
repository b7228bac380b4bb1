import type { MessagesOutQuery } from '@institute/contract';
import {
  type MessageChannel,
  type MessageState,
  messageChannels,
  messageStates,
} from '@institute/contract/outbox.constants';
import { listSearch, PAGE_SIZE } from '../../lists/list-search.ts';

export type OutboxSearch = {
  channel?: MessageChannel;
  state?: MessageState;
  /** Counted from 1. The first page is left out. */
  page?: number;
};

/** Drops invalid values. */
export function readOutboxSearch(raw: { channel?: unknown; state?: unknown; page?: unknown }): OutboxSearch {
  const channel = messageChannels.find((name) => name === raw.channel);
  const state = messageStates.find((name) => name === raw.state);
  const { page } = listSearch({ page: raw.page });
  return { ...(channel && { channel }), ...(state && { state }), ...(page && { page }) };
}

export const toOutboxQuery = ({ page = 1, ...filters }: OutboxSearch): MessagesOutQuery => ({
  ...filters,
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
});
