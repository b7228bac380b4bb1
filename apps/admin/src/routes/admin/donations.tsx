import { donationStatuses, methodNames } from '@institute/contract/donations.constants';
import { currencyCodes, money } from '@institute/contract/money';
import { capitalise } from '@institute/contract/text';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Select } from '@institute/ui/select.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { DonationDialog } from '../../features/donations/donation-dialog.tsx';
import { type DonationSearch, donationSearch } from '../../features/donations/donation-search.ts';
import { DonationTotals } from '../../features/donations/donation-totals.tsx';
import { type Donation, DonationState } from '../../features/donations/donation-words.tsx';
import { PaymentNotices } from '../../features/donations/payment-notices.tsx';
import { ReceivedDonationDialog } from '../../features/donations/received-donation-dialog.tsx';
import { DateCell, NameCell } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';
import { ExportButton } from '../../lists/export-button.tsx';
import { foundCount } from '../../lists/list-count.tsx';
import { keepSearched, listQuery } from '../../lists/list-query.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import type { ListSearch } from '../../lists/list-search.ts';
import { type SearchAhead, SearchText } from '../../lists/list-toolbar.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { useOpened } from '../../lists/use-opened.ts';

export const Route = createFileRoute('/admin/donations')({
  validateSearch: (search: ListSearch & { currency?: string }) => search,
  head: () => ({ meta: [{ title: 'Donations – Admin' }] }),
  component: DonationsPage,
});

const columns: Column<Donation>[] = [
  { heading: 'Name', sort: 'name', plain: true, cell: ({ name }) => <NameCell>{name}</NameCell> },
  {
    heading: 'Amount',
    sort: 'amount',
    cell: ({ currency, amount }) => (
      <span className="font-semibold whitespace-nowrap tabular-nums">{money(currency, amount)}</span>
    ),
  },
  {
    heading: 'Method',
    sort: 'method',
    cell: ({ method }) => methodNames[method],
    className: 'md:whitespace-nowrap',
  },
  { heading: 'State', sort: 'status', cell: (row) => <DonationState {...row} /> },
  {
    heading: 'Receipt',
    sort: 'receiptNumber',
    cell: ({ receiptNumber, cancellationNumber }) => (
      <span className="whitespace-nowrap">
        {receiptNumber ?? '–'}
        {cancellationNumber && <span className="block">{cancellationNumber}</span>}
      </span>
    ),
  },
  {
    heading: 'Date',
    sort: 'date',
    cell: ({ paidAt, createdAt }) => <DateCell value={paidAt ?? createdAt} />,
  },
];

function DonationsPage() {
  const search = donationSearch(useSearch({ from: '/admin/donations' }));
  const navigate = useNavigate();
  const onSearch = (next: DonationSearch, replace = true) =>
    void navigate({ to: '/admin/donations', search: next, replace, resetScroll: false });
  const [shown, setShown] = useState<number | null>(null);
  useOpened(search.open, setShown);
  const [isRecording, setRecording] = useState(false);
  const { status, currency, sort, page } = search;
  const { q, ...shownPart } = listQuery({ q: search.q, sort, page }, undefined, { columns });
  const filter = { q, status, currency };
  const isNarrowed = Boolean(q || status || currency);
  const found = admin.donations.list.useQuery(
    { ...shownPart, ...filter },
    { placeholderData: keepPreviousData, ...keepSearched(q) },
  );
  const ahead = {
    list: admin.donations.list,
    queryOf: (typed: string) => ({
      status,
      currency,
      ...listQuery({ q: typed, sort }, undefined, { columns }),
    }),
  };

  return (
    <ListScreen
      heading="Donations"
      many="donations"
      count={found.data && `${isNarrowed ? 'Found' : 'Total Donations'}: ${foundCount(found.data)}`}
      found={found}
      tools={
        <>
          <ExportButton api={admin.donations.exportTicket} input={filter} />
          <Button onClick={() => setRecording(true)}>
            <Plus aria-hidden />
            Record a Gift
          </Button>
        </>
      }
      filters={<Filters search={search} onSearch={onSearch} ahead={ahead} />}
      rows={(rows) => (
        <RowTable
          caption="Donations"
          columns={columns}
          sorting={{
            by: sort,
            onSort: (by) => onSearch(donationSearch({ ...search, sort: by, page: undefined })),
          }}
          onOpen={(row) => setShown(row.id)}
          actions={(row) => <RowButton does="View" name={row.name} onClick={() => setShown(row.id)} />}
          {...rows}
        />
      )}
      empty={
        <EmptyState
          title="No donations found matching your criteria."
          description={isNarrowed ? undefined : 'The donations will stand here.'}
          action={
            isNarrowed && (
              <Button variant="outline" onClick={() => onSearch({})}>
                Show all donations
              </Button>
            )
          }
        />
      }
      paging={{ page, onPage: (next, replace) => onSearch({ ...search, page: next }, replace) }}
    >
      <DonationTotals />
      <PaymentNotices />
      {shown !== null && <DonationDialog id={shown} onShow={setShown} onClose={() => setShown(null)} />}
      {isRecording && <ReceivedDonationDialog wrong={null} onClose={() => setRecording(false)} />}
    </ListScreen>
  );
}

type FiltersProps<Query> = {
  search: DonationSearch;
  onSearch: (search: DonationSearch) => void;
  ahead: SearchAhead<Query>;
};

function Filters<Query>({ search, onSearch, ahead }: FiltersProps<Query>) {
  const change = (part: Record<string, string>) =>
    onSearch(donationSearch({ ...search, ...part, page: undefined }));
  return (
    <search className="flex flex-col gap-3 md:flex-row">
      <SearchText value={search.q ?? ''} onChange={(q) => change({ q })} ahead={ahead} />
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
