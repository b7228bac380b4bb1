import { DateCell, NameCell } from '../../admin-ui/list/cells.tsx';
import type { Column } from '../../admin-ui/resource/content-resource.ts';
import { money } from '../../ui/money.ts';
import { type Donation, DonationState, methodNames } from './donation-words.tsx';

export const columns: Column<Donation>[] = [
  { heading: 'Name', plain: true, cell: ({ name }) => <NameCell>{name}</NameCell> },
  {
    heading: 'Amount',
    cell: ({ currency, amount }) => (
      <span className="font-semibold whitespace-nowrap tabular-nums">{money(currency, amount)}</span>
    ),
  },
  { heading: 'Method', cell: ({ method }) => methodNames[method], className: 'md:whitespace-nowrap' },
  { heading: 'State', cell: (row) => <DonationState {...row} /> },
  {
    heading: 'Receipt',
    cell: ({ receiptNumber }) => <span className="whitespace-nowrap">{receiptNumber ?? '–'}</span>,
  },
  { heading: 'Date', cell: ({ paidAt, createdAt }) => <DateCell value={paidAt ?? createdAt} /> },
];
