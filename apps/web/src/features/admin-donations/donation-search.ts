import { type DonationStatus, donationStatuses } from '@institute/contract/donations.constants';
import { type Currency, currencyCodes } from '@institute/contract/money';
import { listSearch } from '../../admin-ui/list/list-search.ts';

/** Search parameters of the screen. */
export type DonationSearch = {
  q?: string;
  status?: DonationStatus;
  currency?: Currency;
  sort?: string;
  /** Id of the donation to open. */
  open?: number;
  /** Counted from 1. The first page is left out. */
  page?: number;
};

/** Drops invalid values. */
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
