import { PAGE_SIZE } from '../../admin-ui/list/list-search.ts';
import type { DonationSearch } from './donation-search.ts';

/** What is asked of the server. */
export const donationQuery = ({ q, page = 1, ...choices }: DonationSearch) => ({
  ...choices,
  ...(q && { q: q.trim() }),
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
});
