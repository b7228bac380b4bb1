import { currencyCodes, formatNumber } from '@institute/contract/money';
import { useId } from 'react';
import { LoadError } from '../../admin-ui/load-error.tsx';
import { admin } from '../../api/admin.ts';
import { Heading } from '../../ui/heading.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '../../ui/table.tsx';
import { type MonthTotal, monthName, monthsOf } from './months.ts';

/** Received by month and currency. Test donations do not count. */
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
        <Table caption={title}>
          <TableHead>
            <tr>
              <TableHeading>Month</TableHeading>
              {used.map((code) => (
                <TableHeading key={code} className="md:text-right">
                  {code}
                </TableHeading>
              ))}
            </tr>
          </TableHead>
          <TableBody>
            {monthsOf(totals).map(({ month, totals: found }) => (
              <TableRow key={month}>
                <TableCell className="font-semibold">{monthName(month)}</TableCell>
                {used.map((code) => (
                  <TableCell key={code} label={code} className="tabular-nums md:text-right">
                    <Sum of={found[code]} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
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
