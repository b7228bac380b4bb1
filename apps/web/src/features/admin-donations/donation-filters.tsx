import { currencyCodes, donationStatuses } from '@institute/contract/constants';
import { capitalise } from '@institute/contract/rules';
import { SearchText } from '../../admin-ui/list/list-toolbar.tsx';
import { Select } from '../../ui/select.tsx';
import { type DonationSearch, donationSearch } from './donation-search.ts';

type DonationFiltersProps = { search: DonationSearch; onSearch: (search: DonationSearch) => void };

export function DonationFilters({ search, onSearch }: DonationFiltersProps) {
  const change = (part: Record<string, string>) =>
    onSearch(donationSearch({ ...search, ...part, page: undefined }));
  return (
    <search className="flex flex-col gap-3 md:flex-row">
      <SearchText value={search.q ?? ''} onChange={(q) => change({ q })} />
      <Select
        aria-label="State"
        className="md:w-44"
        value={search.status ?? ''}
        onChange={({ target }) => change({ status: target.value })}
      >
        <option value="">All states</option>
        {donationStatuses.map((status) => (
          <option key={status} value={status}>
            {capitalise(status)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Currency"
        className="md:w-44"
        value={search.currency ?? ''}
        onChange={({ target }) => change({ currency: target.value })}
      >
        <option value="">All currencies</option>
        {currencyCodes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </Select>
    </search>
  );
}
