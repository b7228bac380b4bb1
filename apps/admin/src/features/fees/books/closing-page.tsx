import { closingInput } from '@institute/contract';
import { formatMoney } from '@institute/contract/money';
import { capitalise } from '@institute/contract/text';
import { addDays, formatDate, formatDateTime, kampalaDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { ChoiceField, NumberField, TextField } from '../../../forms/fields.tsx';
import { InputDialog } from '../../../forms/input-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../../forms/schema-form.ts';
import type { Column } from '../../../lists/column.ts';
import { RowButton } from '../../../lists/row-button.tsx';
import { RowTable } from '../../../lists/row-table.tsx';
import { Loading } from '../../../ui/load-error.tsx';
import { DetailLine, TitledPage } from '../../../ui/titled-section.tsx';
import { amountColumn, numbersColumn, textColumn } from '../fee-columns.tsx';

type Closing = AdminAnswers['fees']['closings']['items'][number];

const nameCashier = ({ cashier }: Pick<Closing, 'cashier'>): string => cashier ?? 'Everybody';

const columns: Column<Closing>[] = [
  { heading: 'Day', phone: 'title', cell: ({ day }) => formatDate(day) },
  { heading: 'Cash of', phone: 'line', className: 'wrap-anywhere', cell: nameCashier },
  amountColumn('Expected', ({ expected }) => expected, 'line'),
  amountColumn('Counted', ({ counted }) => counted, 'line'),
  amountColumn('Difference', ({ difference }) => difference, 'line'),
  textColumn('Why', ({ note }) => note),
  textColumn('Closed By', ({ recordedBy }) => recordedBy),
];

/** The last 31 days. The expected cash is not shown before it is counted. */
export function ClosingPage() {
  const { data: own } = admin.account.get.useQuery();
  const [isClosing, setClosing] = useState(false);
  const [shown, setShown] = useState<Closing | null>(null);
  const { to = kampalaDay(new Date()) } = useSearch({ from: '/admin/fees/closing' });
  const days = { from: addDays(to, -31), to };
  const query = admin.fees.closings.useQuery(days);
  const maySee = ({ cashier }: Closing) => own?.isOwner || cashier === own?.email;
  if (shown) return <ClosingSheet id={shown.id} onClose={() => setShown(null)} />;
  return (
    <TitledPage title="Closing">
      <Button className="self-start" onClick={() => setClosing(true)}>
        Close Cash
      </Button>
      <Loading query={query} failed="The closings could not be loaded" skeleton={null}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No cash was closed in these 31 days." />
          ) : (
            <RowTable
              caption="Closings of cash, in UGX"
              columns={columns}
              rows={items}
              isOutdated={false}
              actions={(closing) =>
                maySee(closing) && (
                  <RowButton
                    does="View"
                    name={`${formatDate(closing.day)}, ${nameCashier(closing)}`}
                    onClick={() => setShown(closing)}
                  />
                )
              }
            />
          )
        }
      </Loading>
      {isClosing && own && (
        <ClosingDialog isOwner={own.isOwner} days={days} onClose={() => setClosing(false)} />
      )}
    </TitledPage>
  );
}

const sheetColumns: Column<AdminAnswers['fees']['closing']['items'][number]>[] = [
  { heading: 'Recorded', phone: 'title', cell: ({ recordedAt }) => formatDateTime(recordedAt) },
  { heading: 'Kind', phone: 'fact', cell: ({ kind }) => capitalise(kind) },
  numbersColumn,
  textColumn('Recorded By', ({ recordedBy }) => recordedBy),
  amountColumn('Amount', ({ amount }) => amount),
];

function ClosingSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const query = admin.fees.closing.useQuery({ id });
  return (
    <Loading query={query} failed="The closing could not be loaded" skeleton={null}>
      {({ items, ...closing }) => (
        <TitledPage title={`Cash until ${formatDate(closing.day)}, ${nameCashier(closing)}`}>
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button variant="outline" onClick={onClose}>
              All Closings
            </Button>
            <Button variant="outline" onClick={() => print()}>
              Print
            </Button>
          </div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3">
            <DetailLine label="Expected">{formatMoney('UGX', closing.expected)}</DetailLine>
            <DetailLine label="Counted">{formatMoney('UGX', closing.counted)}</DetailLine>
            <DetailLine label="Difference">{formatMoney('UGX', closing.difference)}</DetailLine>
            <DetailLine label="Why">{closing.note}</DetailLine>
            <DetailLine label="Closed">
              {formatDateTime(closing.recordedAt)}, {closing.recordedBy}
            </DetailLine>
          </dl>
          <RowTable
            caption="Cash of this closing, in UGX"
            columns={sheetColumns}
            rows={items}
            isOutdated={false}
          />
          <p className="hidden pt-8 print:block">Signature ……………………………………</p>
        </TitledPage>
      )}
    </Loading>
  );
}

type Count = Omit<FormValues<typeof closingInput>, 'recordedBy' | 'all'> & { whose: string };
const ALL = 'all';

type ClosingDialogProps = { isOwner: boolean; days: { from: string; to: string }; onClose: () => void };

function ClosingDialog({ isOwner, days, onClose }: ClosingDialogProps) {
  const { data: takings } = admin.fees.takings.useQuery(days, { enabled: isOwner });
  const cashiers = new Set(takings?.items.flatMap(({ recordedBy }) => recordedBy ?? []));
  const { mutateAsync: send } = admin.fees.close.useMutation();
  const today = kampalaDay(new Date());
  const form = useSchemaForm(
    closingInput,
    { day: today, counted: null, note: '', whose: '' },
    ({ whose, ...typed }: Count) => ({
      ...typed,
      ...(whose === ALL ? { all: true } : { recordedBy: whose || undefined }),
    }),
  );
  return (
    <InputDialog
      title="Close Cash"
      description="Count the box first. What is recorded afterwards counts on the next closing."
      submitLabel="Close"
      form={form}
      send={send}
      messages={{
        done: ({ difference }) =>
          difference === 0
            ? 'Closed without a difference'
            : `Closed with a difference of ${formatMoney('UGX', difference)}`,
        failed: 'The cash was not closed',
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField<Count> name="day" label="Day" type="date" max={today} required />
        <NumberField<Count> name="counted" label="Counted" hint="In UGX" min={0} step={1} required />
      </div>
      <TextField<Count> name="note" label="Why It Differs" hint="Needed when it differs" />
      {isOwner && (
        <ChoiceField<Count>
          name="whose"
          label="Cash Of"
          choices={[['', 'Me'], [ALL, 'Everybody'], ...[...cashiers].map((one) => [one, one] as const)]}
        />
      )}
    </InputDialog>
  );
}
