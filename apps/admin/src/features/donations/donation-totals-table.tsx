import { type Currency, currencyCodes, formatNumber } from '@institute/contract/money';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { groupBy } from '../../api/group-by.ts';
import { rowsClass } from '../../lists/list-screen.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { countItems } from '../../ui/count-items.ts';
import { Loading } from '../../ui/load-error.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';

export type MonthTotal = AdminAnswers['donations']['totals'][number];
type DonationSum = Pick<MonthTotal, 'amount' | 'count'>;
/** The id is `yyyy-mm`. */
type MonthTotalsByCurrency = { id: string; totals: Partial<Record<Currency, DonationSum>> };

/** Test donations do not count. */
export function DonationTotals() {
  const donationTotalsQuery = admin.donations.totals.useQuery();
  return (
    <Loading query={donationTotalsQuery} failed="The totals could not be loaded" skeleton={skeleton}>
      {(totals) => (
        <TitledSection title="Received by Month" className="mt-4">
          {totals.length === 0 ? (
            <p className="text-muted">Nothing yet.</p>
          ) : (
            <div className={rowsClass}>
              <RowTable
                caption="Received by Month"
                columns={makeTotalColumns(totals)}
                rows={groupByMonth(totals)}
                isOutdated={false}
              />
            </div>
          )}
        </TitledSection>
      )}
    </Loading>
  );
}

const skeleton = <Skeletons heights={['h-40']} />;

const makeTotalColumns = (all: MonthTotal[]) => [
  {
    heading: 'Month',
    phone: 'title' as const,
    sort: ({ id }: MonthTotalsByCurrency) => id,
    sortedBy: 'day' as const,
    className: 'font-semibold',
    cell: ({ id }: MonthTotalsByCurrency) => monthFormat.format(new Date(`${id}-01`)),
  },
  ...currencyCodes
    .filter((code) => all.some(({ currency }) => currency === code))
    .map((code) => ({
      heading: code,
      phone: 'line' as const,
      sort: ({ totals }: MonthTotalsByCurrency) => totals[code]?.amount ?? null,
      sortedBy: 'number' as const,
      isAmount: true,
      cell: ({ totals }: MonthTotalsByCurrency) => <SumCell of={totals[code]} />,
    })),
];

/** "November 2026". */
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Keeps the order of `totals`. */
const groupByMonth = (totals: MonthTotal[]): MonthTotalsByCurrency[] =>
  [...groupBy(totals, ({ month }) => month)].map(([id, sums]) => ({
    id,
    totals: Object.fromEntries(sums.map(({ currency, ...sum }) => [currency, sum])),
  }));

function SumCell({ of: sum }: { of: DonationSum | undefined }) {
  if (!sum) return '–';
  return (
    <span>
      {formatNumber(sum.amount)}{' '}
      <span className="text-sm text-muted max-md:block">{countItems(sum.count, 'donation')}</span>
    </span>
  );
}
