import { currencyCodes, formatNumber } from '@institute/contract/money';
import { Heading } from '@institute/ui/heading.tsx';
import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { useId } from 'react';
import { admin } from '../../api/admin.ts';
import { RowTable } from '../../lists/row-table.tsx';
import { LoadError } from '../../parts/load-error.tsx';
import { type MonthTotal, monthName, monthsOf } from './months.ts';

/** Test donations do not count. */
export function DonationTotals() {
  const query = admin.donations.totals.useQuery();
  const { data, error } = query;
  if (error && !data) {
    return <LoadError title="The totals could not be loaded" query={query} />;
  }
  if (!data) {
    return (
      <SkeletonGroup>
        <Skeleton className="h-40 w-full" />
      </SkeletonGroup>
    );
  }
  return <Totals title="Received by Month" totals={data} />;
}

type Month = { id: string } & Pick<ReturnType<typeof monthsOf>[number], 'totals'>;

function Totals({ title, totals }: { title: string; totals: MonthTotal[] }) {
  const id = useId();
  const used = currencyCodes.filter((code) => totals.some(({ currency }) => currency === code));
  return (
    <section aria-labelledby={id} className="mt-4 flex flex-col gap-3">
      <Heading id={id} level={2} size="card">
        {title}
      </Heading>
      {totals.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        <RowTable
          caption={title}
          columns={[
            {
              heading: 'Month',
              sort: ({ id }: Month) => id,
              className: 'font-semibold',
              cell: ({ id }) => monthName(id),
            },
            ...used.map((code) => ({
              heading: code,
              sort: ({ totals }: Month) => totals[code]?.amount ?? null,
              className: 'tabular-nums',
              cell: ({ totals }: Month) => <Sum of={totals[code]} />,
            })),
          ]}
          rows={monthsOf(totals).map(({ month, totals }) => ({ id: month, totals }))}
          isOutdated={false}
        />
      )}
    </section>
  );
}

function Sum({ of: sum }: { of: Pick<MonthTotal, 'amount' | 'count'> | undefined }) {
  if (!sum) return '–';
  return (
    <span>
      {formatNumber(sum.amount)}
      <span className="block text-sm text-muted">{sum.count === 1 ? '1 gift' : `${sum.count} gifts`}</span>
    </span>
  );
}
