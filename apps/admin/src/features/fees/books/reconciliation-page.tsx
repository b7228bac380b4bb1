import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import type { Column } from '../../../lists/column.ts';
import { RowTable } from '../../../lists/row-table.tsx';
import { countItems } from '../../../ui/count-items.ts';
import { Loading } from '../../../ui/load-error.tsx';
import { TitledPage } from '../../../ui/titled-section.tsx';
import { makeAmountColumn, makeTextColumn } from '../fee-columns.tsx';

type Reconciliation = AdminAnswers['fees']['reconciliation'];
type ReconciledPerson = Reconciliation['people'][number] & { id: number };
type WrongMovement = Reconciliation['wrong'][number] & { id: number };

const peopleColumns: Column<ReconciledPerson>[] = [
  {
    heading: 'Person',
    phone: 'title',
    cell: ({ name }) => name ?? 'An erased person',
  },
  makeTextColumn('Reference', ({ reference }) => reference),
  makeAmountColumn('Paid', ({ amount }) => amount),
];

const movementColumns: Column<WrongMovement>[] = [
  { heading: 'Received On', phone: 'title', cell: ({ receivedOn }) => formatDate(receivedOn) },
  {
    heading: 'Number',
    phone: 'line',
    cell: ({ number }) =>
      number ? (
        <Link
          to="/admin/fees/book"
          search={{ q: number }}
          className="inline-flex min-h-11 items-center underline wrap-anywhere"
        >
          {number}
        </Link>
      ) : (
        '–'
      ),
  },
  makeAmountColumn('In the Book', ({ amount }) => amount, 'line'),
  makeAmountColumn('Assigned or Unassigned', ({ assigned }) => assigned, 'line'),
];

/** For an auditor: compares the money in the book with the people to whom it is credited. */
export function ReconciliationPage() {
  const reconciliationQuery = admin.fees.reconciliation.useQuery();
  return (
    <TitledPage title="Reconciliation">
      <p className="text-muted">
        All money that came, less what went out, belongs to accounts, to nobody yet, or to people who are in
        the trash or erased. In {place.currency}, as of now.
      </p>
      <div className="print:hidden">
        <Button variant="outline" onClick={() => print()}>
          Print
        </Button>
      </div>
      <Loading
        query={reconciliationQuery}
        failed="The sums could not be loaded"
        skeleton={<Skeletons heights={['h-40']} label="Adding up…" />}
      >
        {(sums) => <ReconciliationSums {...sums} />}
      </Loading>
    </TitledPage>
  );
}

function ReconciliationSums({
  book,
  accounts,
  unassigned,
  removed,
  difference,
  people,
  wrong,
  cash,
}: Reconciliation) {
  return (
    <>
      {difference === 0 && wrong.length === 0 ? (
        <Alert tone="success" title="The book and the accounts agree" />
      ) : (
        <Alert tone="danger" title={`They differ by ${formatLocalMoney(difference)}`}>
          {wrong.length > 0 && `${countItems(wrong.length, 'movement')} below say why.`} Ask whoever looks
          after the program.
        </Alert>
      )}
      <dl className="max-w-lg divide-y divide-line border-y border-line tabular-nums">
        <SumLine label="On accounts" amount={accounts} to="/admin/fees" />
        <SumLine label="Unassigned" amount={unassigned} to="/admin/fees/unassigned" />
        <SumLine label="Of people in the trash or erased" amount={removed} />
        <SumLine label="Together" amount={accounts + unassigned + removed} isSum />
        <SumLine label="In the book" amount={book} to="/admin/fees/book" isSum />
      </dl>
      <dl className="max-w-lg divide-y divide-line border-y border-line tabular-nums">
        <SumLine label="Cash counted in closings" amount={cash.counted} to="/admin/fees/closing" />
        <SumLine label="Taken to the bank" amount={cash.banked} />
        <SumLine label="Not taken to the bank yet" amount={cash.unbanked} isSum />
      </dl>
      {people.length > 0 && (
        <RowTable
          caption="Money of people in the trash or erased"
          columns={peopleColumns}
          rows={people.map((person) => ({ ...person, id: person.registrationId }))}
          isOutdated={false}
        />
      )}
      {wrong.length > 0 && (
        <RowTable
          caption="Movements that differ"
          columns={movementColumns}
          rows={wrong.map((movement) => ({ ...movement, id: movement.movementId }))}
          isOutdated={false}
        />
      )}
    </>
  );
}

type SumLineProps = {
  label: string;
  amount: number;
  to?: '/admin/fees' | '/admin/fees/unassigned' | '/admin/fees/book' | '/admin/fees/closing';
  isSum?: boolean;
};

function SumLine({ label, amount, to, isSum }: SumLineProps) {
  return (
    <div className={`flex min-h-11 items-center justify-between gap-4 ${isSum ? 'font-semibold' : ''}`}>
      <dt>
        {to ? (
          <Link to={to} className="inline-flex min-h-11 items-center underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd>{formatNumber(amount)}</dd>
    </div>
  );
}
