import { feeMethodNames, feeMethods, sumAmounts } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { findDayRangeFault } from '@institute/contract/registrations.constants';
import { makeNameFromEmail } from '@institute/contract/text';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { groupBy } from '../../../api/group-by.ts';
import { type Column, emptyCellClass } from '../../../lists/column.ts';
import { DayInput } from '../../../lists/day-input.tsx';
import { ExportButton } from '../../../lists/export-button.tsx';
import { RowTable } from '../../../lists/row-table.tsx';
import { Loading } from '../../../ui/load-error.tsx';
import { PrintedHead, SignatureLines } from '../../../ui/printed-head.tsx';
import { TitledPage } from '../../../ui/titled-section.tsx';
import { makeAmountColumn } from '../fee-columns.tsx';
import { cashSignatureLabels, nameDayRange } from './name-days.ts';

type TakingSum = AdminAnswers['fees']['takings']['items'][number];

/** Shows the takings of the days in the address. Default: from the first of this month until today. */
export function TakingsPage() {
  const takingsSearch = useSearch({ from: '/admin/fees/takings' });
  const navigate = useNavigate();
  const today = toLocalDay(new Date());
  const { from = `${today.slice(0, 7)}-01`, to = today } = takingsSearch;
  const dayRangeFault = findDayRangeFault({ from, to });
  const takingsQuery = admin.fees.takings.useQuery(
    { from, to },
    { enabled: !dayRangeFault, placeholderData: keepPreviousData },
  );
  const changeSearch = (part: typeof takingsSearch) =>
    void navigate({ to: '/admin/fees/takings', search: { from, to, ...part }, replace: true });
  return (
    <TitledPage above={<PrintedHead period={nameDayRange({ from, to })} />} title="Takings">
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        <Field label="From" className="min-w-40 flex-1 md:flex-none">
          <DayInput value={from} max={to} onChange={(day) => day && changeSearch({ from: day })} />
        </Field>
        <Field label="To" error={dayRangeFault} className="min-w-40 flex-1 md:flex-none">
          <DayInput value={to} min={from} onChange={(day) => day && changeSearch({ to: day })} />
        </Field>
        <Button variant="outline" onClick={() => print()}>
          Print
        </Button>
        <ExportButton api={admin.fees.takingsTicket} input={{ from, to }} />
      </div>
      <Loading
        query={takingsQuery}
        failed="The takings could not be loaded"
        skeleton={<Skeletons heights={['h-40']} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Inbox} title="Nothing was recorded in these days." />
          ) : (
            <>
              <RowTable
                caption={`Takings by day, cashier and method, in ${place.currency}`}
                columns={makeCashierColumns(items)}
                rows={listCashierTakings(items)}
                isOutdated={takingsQuery.isPlaceholderData}
              />
              <SignatureLines signs={cashSignatureLabels} />
            </>
          )
        }
      </Loading>
    </TitledPage>
  );
}

const nameCashier = ({ recordedBy }: TakingSum): string => recordedBy ?? 'Payment provider';

type CashierTakings = { id: string; taken: TakingSum[] };

/**
 * Groups takings by the day of recording and by the cashier. Refunds and counter-entries reduce the day on
 * which they were made.
 */
const listCashierTakings = (items: TakingSum[]): CashierTakings[] => [
  { id: ALL_CASHIERS, taken: items },
  ...[...groupBy(items, (item) => `${item.day} ${nameCashier(item)}`)].map(([id, taken]) => ({ id, taken })),
];
const ALL_CASHIERS = 'all';

const makeCashierColumns = (items: readonly TakingSum[]): Column<CashierTakings>[] => [
  {
    heading: 'Day',
    phone: 'title',
    className: 'font-semibold',
    cell: ({ id, taken }) => (id === ALL_CASHIERS ? 'All days' : <BookLink taken={taken} />),
  },
  ...feeMethods
    .filter((method) => items.some((item) => item.method === method))
    .map((method) => ({
      heading: feeMethodNames[method],
      phone: 'line' as const,
      isAmount: true,
      className: emptyCellClass,
      cell: ({ taken }: CashierTakings) => {
        const amountTakenByMethod = sumAmounts(taken.filter((item) => item.method === method));
        return amountTakenByMethod === 0 ? null : formatNumber(amountTakenByMethod);
      },
    })),
  { ...makeAmountColumn('Total', ({ taken }) => sumAmounts(taken), 'line'), className: 'font-semibold' },
  makeAmountColumn('Receipts', ({ taken }) => taken.reduce((sum, { receipts }) => sum + receipts, 0), 'line'),
  ...(items.some(({ notValid }) => notValid > 0)
    ? [
        makeAmountColumn<CashierTakings>(
          'Cancelled or moved',
          ({ taken }) => taken.reduce((sum, { notValid }) => sum + notValid, 0),
          'line',
        ),
      ]
    : []),
];

function BookLink({ taken: [first] }: { taken: readonly TakingSum[] }) {
  if (!first) return null;
  const { day, recordedBy } = first;
  return (
    <Link
      to="/admin/fees/book"
      search={{ from: day, to: day, ...(recordedBy && { box: recordedBy }) }}
      className="inline-flex min-h-11 items-center underline wrap-anywhere"
    >
      <span>
        {formatDate(day)}, <span className="print:hidden">{nameCashier(first)}</span>
        <span aria-hidden className="hidden print:inline">
          {recordedBy ? makeNameFromEmail(recordedBy) : nameCashier(first)}
        </span>
      </span>
    </Link>
  );
}
