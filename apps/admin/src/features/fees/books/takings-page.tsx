import { feeMethodNames, feeMethods, sumAmounts } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { dayRangeFault } from '@institute/contract/registrations.constants';
import { formatDate, kampalaDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '@institute/ui/table.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { groupBy } from '../../../api/group-by.ts';
import { amountClass } from '../../../lists/column.ts';
import { DayInput } from '../../../lists/day-input.tsx';
import { ExportButton } from '../../../lists/export-button.tsx';
import { Loading } from '../../../ui/load-error.tsx';
import { TitledPage } from '../../../ui/titled-section.tsx';

type Taking = AdminAnswers['fees']['takings']['items'][number];

/** This month until today, unless the address says otherwise. */
export function TakingsPage() {
  const search = useSearch({ from: '/admin/fees/takings' });
  const navigate = useNavigate();
  const today = kampalaDay(new Date());
  const { from = `${today.slice(0, 7)}-01`, to = today } = search;
  const fault = dayRangeFault({ from, to });
  const query = admin.fees.takings.useQuery(
    { from, to },
    { enabled: !fault, placeholderData: keepPreviousData },
  );
  const showDays = (part: typeof search) =>
    void navigate({ to: '/admin/fees/takings', search: { from, to, ...part }, replace: true });
  return (
    <TitledPage title="Takings">
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        <Field label="From" className="min-w-40 flex-1 md:flex-none">
          <DayInput value={from} max={to} onChange={(day) => day && showDays({ from: day })} />
        </Field>
        <Field label="To" error={fault} className="min-w-40 flex-1 md:flex-none">
          <DayInput value={to} min={from} onChange={(day) => day && showDays({ to: day })} />
        </Field>
        <Button variant="outline" onClick={() => print()}>
          Print
        </Button>
        <ExportButton api={admin.fees.takingsTicket} input={{ from, to }} />
      </div>
      <Loading
        query={query}
        failed="The takings could not be loaded"
        skeleton={<Skeletons heights={['h-40']} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="Nothing was recorded in these days." />
          ) : (
            <TakingsTable items={items} />
          )
        }
      </Loading>
    </TitledPage>
  );
}

const nameCashier = ({ recordedBy }: Taking): string => recordedBy ?? 'Payment provider';

/** By the day of recording. Refunds and counter-entries are a minus on the day on which they were made. */
function TakingsTable({ items }: { items: readonly Taking[] }) {
  const methods = feeMethods.filter((method) => items.some((item) => item.method === method));
  const desks = [...groupBy(items, (item) => `${item.day} ${nameCashier(item)}`).values()];
  const rows: [label: ReactNode, items: readonly Taking[]][] = [
    ['All days', items],
    ...desks.map((taken): [ReactNode, Taking[]] => [<BookLink key="book" taken={taken} />, taken]),
  ];
  return (
    <Table caption="Takings by day, cashier and method, in UGX">
      <TableHead>
        <tr>
          <TableHeading>Day</TableHeading>
          {methods.map((method) => (
            <TableHeading key={method} className="md:text-right">
              {feeMethodNames[method]}
            </TableHeading>
          ))}
          <TableHeading className="md:text-right">Total</TableHeading>
          <TableHeading className="md:text-right">Receipts</TableHeading>
        </tr>
      </TableHead>
      <TableBody>
        {rows.map(([label, taken]) => (
          <TableRow key={taken === items ? 'all' : `${taken[0]?.day} ${taken[0]?.recordedBy}`}>
            <TableCell phone="title" className="font-semibold">
              {label}
            </TableCell>
            {methods.map((method) => {
              const amount = sumAmounts(taken.filter((item) => item.method === method));
              return (
                <TableCell
                  key={method}
                  phone={amount === 0 ? 'nowhere' : 'line'}
                  label={feeMethodNames[method]}
                  className={amountClass}
                >
                  {amount === 0 ? '–' : formatNumber(amount)}
                </TableCell>
              );
            })}
            <TableCell phone="line" label="Total" className={cx('font-semibold', amountClass)}>
              {formatNumber(sumAmounts(taken))}
            </TableCell>
            <TableCell phone="line" label="Receipts" className={amountClass}>
              {taken.reduce((sum, { receipts }) => sum + receipts, 0)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function BookLink({ taken: [first] }: { taken: readonly Taking[] }) {
  if (!first) return null;
  const { day, recordedBy } = first;
  return (
    <Link
      to="/admin/fees/book"
      search={{ from: day, to: day, ...(recordedBy && { recordedBy }) }}
      className="inline-flex min-h-11 items-center underline wrap-anywhere"
    >
      {formatDate(day)}, {nameCashier(first)}
    </Link>
  );
}
