import { type DonationStatus, donationStatuses } from '@institute/contract/donations.constants';
import { type Currency, currencyCodes } from '@institute/contract/money';
import { type ListSearch, listSearch } from '../../lists/list-search.ts';

export type DonationSearch = Pick<ListSearch, 'q' | 'sort' | 'open' | 'page'> & {
  status?: DonationStatus;
  currency?: Currency;
};

export function donationSearch(raw: Record<string, unknown>): DonationSearch {
  const { q, sort, page, open } = listSearch(raw);
  const status = donationStatuses.find((word) => word === raw.status);
  const currency = currencyCodes.find((code) => code === raw.currency);
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(status && { status }),
    ...(currency && { currency }),
    ...(page && { page }),
    ...(open && { open }),
  };
}
