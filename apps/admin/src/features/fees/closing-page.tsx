import { closingInput } from '@institute/contract';
import { formatMoney } from '@institute/contract/money';
import { addDays, formatDate, kampalaDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { NumberField, SwitchField, TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import type { Column } from '../../lists/column.ts';
import { RowTable } from '../../lists/row-table.tsx';
import { Loading } from '../../ui/load-error.tsx';
import { amountColumn, textColumn } from './fee-columns.tsx';

type Closing = AdminAnswers['fees']['closings']['items'][number];

const columns: Column<Closing>[] = [
  { heading: 'Day', phone: 'title', cell: ({ day }) => formatDate(day) },
  { heading: 'Cash of', phone: 'text', cell: ({ cashier }) => cashier ?? 'Everybody' },
  amountColumn('Expected', ({ expected }) => expected),
  amountColumn('Counted', ({ counted }) => counted),
  amountColumn('Difference', ({ difference }) => difference),
  textColumn('Why', ({ note }) => note),
  textColumn('Closed By', ({ recordedBy }) => recordedBy),
  { heading: 'Signature', cell: () => <span className="hidden print:block print:w-32">………………</span> },
];

/** `to`: a day in the past instead of today. */
export type ClosingSearch = { to?: string };

/** The last 31 days. The expected cash is not shown before it is counted. */
export function ClosingPage() {
  const [isClosing, setClosing] = useState(false);
  const { to = kampalaDay(new Date()) }: ClosingSearch = useSearch({ from: '/admin/fees/closing' });
  const query = admin.fees.closings.useQuery({ from: addDays(to, -31), to });
  return (
    <div className="flex flex-col gap-4">
      <Heading level={1} size="block">
        Closing
      </Heading>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => setClosing(true)}>Close Cash</Button>
        <Button variant="outline" onClick={() => print()}>
          Print
        </Button>
      </div>
      <Loading query={query} failed="The closings could not be loaded" skeleton={null}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No cash was closed in these 31 days." />
          ) : (
            <RowTable caption="Closings of cash, in UGX" columns={columns} rows={items} isOutdated={false} />
          )
        }
      </Loading>
      {isClosing && <ClosingDialog onClose={() => setClosing(false)} />}
    </div>
  );
}

const uncounted: { counted: number | null; note: string; all: boolean } = {
  counted: null,
  note: '',
  all: false,
};

function ClosingDialog({ onClose }: { onClose: () => void }) {
  const { data: own } = admin.account.get.useQuery();
  const { mutateAsync: send } = admin.fees.close.useMutation();
  const today = kampalaDay(new Date());
  return (
    <InputDialog
      title="Close Cash"
      description="Count the box first. What is recorded afterwards counts on the next closing."
      submitLabel="Close"
      schema={closingInput}
      values={{ ...uncounted, day: today }}
      send={send}
      messages={{
        done: ({ difference }) =>
          difference === 0 ? 'Closed without a difference' : `Closed with ${formatMoney('UGX', difference)}`,
        failed: 'The cash was not closed',
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="day" label="Day" type="date" max={today} required />
        <NumberField name="counted" label="Counted" hint="In UGX" min={0} step={1} required />
      </div>
      <TextField name="note" label="Why It Differs" hint="Needed when it differs" />
      {own?.isOwner && <SwitchField name="all" label="The cash of everybody" />}
    </InputDialog>
  );
}
