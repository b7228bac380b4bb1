import { closingInput } from '@institute/contract';
import { sumAmounts } from '@institute/contract/fees.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { capitalise } from '@institute/contract/text';
import { addDays, formatDate, formatDateTime, toLocalDay } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { groupBy } from '../../../api/group-by.ts';
import { ChoiceField, TextField } from '../../../forms/fields.tsx';
import { InputDialog } from '../../../forms/input-dialog.tsx';
import { MoneyField } from '../../../forms/money-field.tsx';
import { type FormValues, useSchemaForm } from '../../../forms/schema-form.ts';
import type { Column } from '../../../lists/column.ts';
import { RowButton } from '../../../lists/row-button.tsx';
import { RowTable } from '../../../lists/row-table.tsx';
import { Loading } from '../../../ui/load-error.tsx';
import { PrintedHead, SignatureLines } from '../../../ui/printed-head.tsx';
import { DetailLine, TitledPage } from '../../../ui/titled-section.tsx';
import { makeAmountColumn, makeTextColumn, paperNumbersColumn } from '../fee-columns.tsx';
import { cashSignatureLabels, nameDayRange } from './name-days.ts';

type Closing = AdminAnswers['fees']['closings']['items'][number];
type UnclosedDay = AdminAnswers['fees']['unclosed']['items'][number];

const nameCashier = ({ cashier }: Pick<Closing, 'cashier'>): string => cashier ?? 'Everybody';
const describeCountedCash = ({ counts, counted }: Pick<Closing, 'counts' | 'counted'>): string =>
  [...counts.map((one) => one.counted), counted].map(formatNumber).join(', then ');

const columns: Column<Closing>[] = [
  { heading: 'Days', phone: 'title', cell: nameDayRange },
  { heading: 'Cash of', phone: 'line', isText: true, className: 'max-md:wrap-anywhere', cell: nameCashier },
  makeAmountColumn('Expected', ({ expected }) => expected, 'line'),
  { heading: 'Counted', phone: 'line', isAmount: true, cell: describeCountedCash },
  makeAmountColumn('Difference', ({ difference }) => difference, 'line'),
  makeTextColumn('Why', ({ note }) => note),
  makeTextColumn('Closed By', ({ recordedBy }) => recordedBy),
];

/** Lists the closings of the last 31 days. The page shows the expected cash only after it was counted. */
export function ClosingPage() {
  const { data: own } = admin.account.get.useQuery();
  const [closingOf, setClosingOf] = useState<string | null>(null);
  const [shown, setShown] = useState<Closing | null>(null);
  const { to = toLocalDay(new Date()) } = useSearch({ from: '/admin/fees/closing' });
  const closingsQuery = admin.fees.closings.useQuery({ from: addDays(to, -31), to });
  const unclosedDaysQuery = admin.fees.unclosed.useQuery();
  const unclosedBoxes = listBoxesWithUnclosedDays(unclosedDaysQuery.data?.items ?? []);
  const maySeeClosing = ({ cashier }: Closing) => own?.isOwner || cashier === own?.email;
  if (shown) return <ClosingSheet id={shown.id} onClose={() => setShown(null)} />;
  return (
    <TitledPage title="Closing">
      <div>
        <Button onClick={() => setClosingOf(OWN_CASH_CHOICE)}>Close the Day</Button>
      </div>
      {own && unclosedBoxes.length > 0 && (
        <>
          <Heading level={2} size="card">
            Not Closed Yet
          </Heading>
          <RowTable
            caption={`Cash that is not closed yet, in ${place.currency}`}
            columns={makeBoxColumns(own.email)}
            rows={unclosedBoxes}
            isOutdated={unclosedDaysQuery.isFetching}
            actions={({ cashier }) =>
              cashier && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Close the cash of ${cashier}`}
                  onClick={() => setClosingOf(cashier === own.email ? OWN_CASH_CHOICE : cashier)}
                >
                  Close
                </Button>
              )
            }
          />
        </>
      )}
      <Loading query={closingsQuery} failed="The closings could not be loaded" skeleton={null}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Inbox} title="No cash was closed in these 31 days." />
          ) : (
            <RowTable
              caption={`Closings of cash, in ${place.currency}`}
              columns={columns}
              rows={items}
              isOutdated={false}
              actions={(closing) =>
                maySeeClosing(closing) && (
                  <RowButton
                    does="View"
                    name={`${nameDayRange(closing)}, ${nameCashier(closing)}`}
                    onClick={() => setShown(closing)}
                  />
                )
              }
            />
          )
        }
      </Loading>
      {closingOf !== null && own && (
        <ClosingDialog
          whose={closingOf}
          isOwner={own.isOwner}
          boxes={unclosedBoxes.filter(({ cashier }) => cashier !== own.email)}
          onClose={() => setClosingOf(null)}
        />
      )}
    </TitledPage>
  );
}

type BoxWithUnclosedDays = { id: string; cashier: string | null; open: UnclosedDay[] };

const listBoxesWithUnclosedDays = (items: UnclosedDay[]): BoxWithUnclosedDays[] =>
  [...groupBy(items, ({ cashier }) => cashier ?? '')].map(([id, open]) => ({
    id,
    cashier: id || null,
    open,
  }));

/** More days than these are shown as a range. */
const MAX_NAMED_DAYS = 3;

function nameUnclosedDays(open: readonly UnclosedDay[]): string {
  const formattedDays = open.map(({ day }) => formatDate(day));
  if (formattedDays.length <= MAX_NAMED_DAYS) return formattedDays.join(', ');
  return `${formattedDays.length} days, ${formattedDays[0]} – ${formattedDays.at(-1)}`;
}

const makeBoxColumns = (own: string): Column<BoxWithUnclosedDays>[] => [
  {
    heading: 'Cash of',
    phone: 'title',
    cell: ({ cashier }) => cashier ?? 'Nobody named',
  },
  { heading: 'Days', phone: 'line', cell: ({ open }) => nameUnclosedDays(open) },
  {
    heading: 'Expected',
    phone: 'line',
    isAmount: true,
    cell: ({ cashier, open }) => (cashier === own ? 'After the count' : formatNumber(sumAmounts(open))),
  },
];

const closingSheetColumns: Column<AdminAnswers['fees']['closing']['items'][number]>[] = [
  { heading: 'Recorded', phone: 'title', cell: ({ recordedAt }) => formatDateTime(recordedAt) },
  { heading: 'Kind', phone: 'fact', cell: ({ kind }) => capitalise(kind) },
  paperNumbersColumn,
  makeTextColumn('Recorded By', ({ recordedBy }) => recordedBy),
  makeAmountColumn('Amount', ({ amount }) => amount),
];

function ClosingSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const query = admin.fees.closing.useQuery({ id });
  return (
    <Loading query={query} failed="The closing could not be loaded" skeleton={null}>
      {({ items, ...closing }) => (
        <TitledPage
          above={<PrintedHead period={nameDayRange(closing)} />}
          title={`Cash of ${nameDayRange(closing)}, ${nameCashier(closing)}`}
        >
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button variant="outline" onClick={onClose}>
              All Closings
            </Button>
            <Button variant="outline" onClick={() => print()}>
              Print
            </Button>
          </div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3">
            <DetailLine label="Expected">{formatLocalMoney(closing.expected)}</DetailLine>
            <DetailLine label="Counted">{formatLocalMoney(closing.counted)}</DetailLine>
            {closing.counts.length > 0 && (
              <DetailLine label="Counted before">
                {closing.counts
                  .map((one) => `${formatLocalMoney(one.counted)}, ${formatDateTime(one.recordedAt)}`)
                  .join('; ')}
              </DetailLine>
            )}
            <DetailLine label="Difference">{formatLocalMoney(closing.difference)}</DetailLine>
            <DetailLine label="Why">{closing.note}</DetailLine>
            <DetailLine label="Closed">
              {formatDateTime(closing.recordedAt)}, {closing.recordedBy}
            </DetailLine>
          </dl>
          <RowTable
            caption={`Cash of this closing, in ${place.currency}`}
            columns={closingSheetColumns}
            rows={items}
            isOutdated={false}
          />
          <SignatureLines signs={cashSignatureLabels} />
        </TitledPage>
      )}
    </Loading>
  );
}

type CountValues = Omit<FormValues<typeof closingInput>, 'recordedBy' | 'all' | 'day'> & { whose: string };
const OWN_CASH_CHOICE = '';
const CASH_OF_ALL_CHOICE = 'all';

type ClosingDialogProps = {
  whose: string;
  isOwner: boolean;
  boxes: BoxWithUnclosedDays[];
  onClose: () => void;
};

function ClosingDialog({ whose: chosen, isOwner, boxes, onClose }: ClosingDialogProps) {
  const { mutateAsync: send } = admin.fees.close.useMutation();
  const form = useSchemaForm(
    closingInput,
    { counted: null, note: '', whose: chosen },
    ({ whose, ...typed }: CountValues) => ({
      ...typed,
      ...(whose === CASH_OF_ALL_CHOICE ? { all: true } : { recordedBy: whose || undefined }),
    }),
  );
  return (
    <InputDialog
      title="Close the Day"
      description="Count the box first. All cash that is not closed yet is closed, also of earlier days. Every count is kept, and what was expected is shown after it."
      submitLabel="Close the Day"
      form={form}
      send={send}
      messages={{
        done: ({ difference, expected, from, to }) =>
          difference === 0
            ? `Closed ${nameDayRange({ from, to })} without a difference: ${formatLocalMoney(expected)}`
            : `Closed ${nameDayRange({ from, to })} with a difference of ${formatLocalMoney(difference)}`,
        failed: 'The cash was not closed',
      }}
      onClose={onClose}
    >
      {isOwner && boxes.length > 0 && (
        <ChoiceField<CountValues>
          name="whose"
          label="Cash Of"
          choices={[
            [OWN_CASH_CHOICE, 'Me'],
            ...boxes.flatMap(({ cashier }) => (cashier ? [[cashier, cashier] as const] : [])),
            [CASH_OF_ALL_CHOICE, 'Everybody'],
          ]}
        />
      )}
      <MoneyField<CountValues> name="counted" label="Counted" hint={`In ${place.currency}`} required />
      <TextField<CountValues> name="note" label="Why It Differs" hint="Needed when it differs" />
    </InputDialog>
  );
}
