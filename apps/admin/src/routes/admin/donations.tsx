import { donationStatuses, methodNames } from '@institute/contract/donations.constants';
import { currencyCodes, formatMoney } from '@institute/contract/money';
import { Button } from '@institute/ui/button.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { HandCoins, Plus } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { DonationDialog } from '../../features/donations/donation-dialog.tsx';
import { type Donation, DonationState } from '../../features/donations/donation-state.tsx';
import { DonationTotals } from '../../features/donations/donation-totals-table.tsx';
import { PaymentNotices } from '../../features/donations/payment-notice-list.tsx';
import { ReceivedDonationDialog } from '../../features/donations/received-donation-dialog.tsx';
import { DateCell, makeNameColumn } from '../../lists/cells.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import type { Column } from '../../lists/column.ts';
import { declareSearchedList, makeListScreen } from '../../lists/declared-list.tsx';
import { ExportButton } from '../../lists/export-button.tsx';
import { formatFoundCount } from '../../lists/list-count.tsx';
import { declareListRoute } from '../../lists/list-route.ts';
import { keepPreviousRowsOption, useItemOpenedByAddress } from '../../lists/list-search.ts';
import { RowButton } from '../../lists/row-button.tsx';

const columns: Column<Donation>[] = [
  makeNameColumn('name', 'Name'),
  {
    heading: 'Amount',
    phone: 'fact',
    sort: 'amount',
    sortedBy: 'number',
    cell: ({ currency, amount }) => (
      <span className="font-semibold whitespace-nowrap tabular-nums">{formatMoney(currency, amount)}</span>
    ),
  },
  {
    heading: 'Method',
    sort: 'method',
    cell: ({ method }) => methodNames[method],
    className: 'md:whitespace-nowrap',
  },
  { heading: 'Status', phone: 'fact', sort: 'status', cell: (row) => <DonationState {...row} /> },
  {
    heading: 'Receipt',
    sort: 'receiptNumber',
    sortedBy: 'number',
    cell: ({ receiptNumber, cancellationNumber }) => (
      <span className="whitespace-nowrap">
        {receiptNumber ?? '–'}
        {cancellationNumber && <span className="max-md:block"> {cancellationNumber}</span>}
      </span>
    ),
  },
  {
    heading: 'Date',
    phone: 'fact',
    sort: 'date',
    sortedBy: 'day',
    cell: ({ paidAt, createdAt }) => <DateCell value={paidAt ?? createdAt} />,
  },
];

const DonationsPage = makeListScreen({
  words: makeResourceWords({
    one: 'donation',
    many: 'donations',
    source:
      'Donations made on the site are listed here. Record those that come to the office with “Record Donation”.',
  }),
  icon: HandCoins,
  ...declareSearchedList({
    columns,
    filter: {
      name: 'status',
      label: 'Status',
      all: 'All statuses',
      choices: makeCapitalisedChoices(donationStatuses),
    },
    secondFilter: {
      name: 'currency',
      label: 'Currency',
      all: 'All currencies',
      choices: currencyCodes.map((code) => [code, code]),
    },
  }),
  useRows: (query) => admin.donations.list.useQuery(query, keepPreviousRowsOption),
  useParts: ({ search, filterQuery, isNarrowed, found: { data } }) => {
    const [shown, setShown] = useState<number | null>(null);
    useItemOpenedByAddress(search.open, setShown);
    const [isRecording, setRecording] = useState(false);
    return {
      count: data && `${isNarrowed ? 'Found' : 'Total Donations'}: ${formatFoundCount(data)}`,
      tools: (
        <>
          <ExportButton api={admin.donations.exportTicket} input={filterQuery} />
          <Button onClick={() => setRecording(true)}>
            <Plus aria-hidden />
            Record Donation
          </Button>
        </>
      ),
      onOpen: ({ id }) => setShown(id),
      actions: ({ id, name }) => <RowButton does="View" name={name} onClick={() => setShown(id)} />,
      dialogs: (
        <>
          <DonationTotals />
          <PaymentNotices />
          {shown !== null && <DonationDialog id={shown} onShow={setShown} onClose={() => setShown(null)} />}
          {isRecording && <ReceivedDonationDialog wrong={null} onClose={() => setRecording(false)} />}
        </>
      ),
    };
  },
});

export const Route = createFileRoute('/admin/donations')({
  ...declareListRoute('Donations', ({ donations }) => donations.list),
  component: DonationsPage,
});
