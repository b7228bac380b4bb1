import { feeAssignment, feeCancellation } from '@institute/contract';
import { feeMethodNames } from '@institute/contract/fees.constants';
import { formatMoney, formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { resourceWords } from '../../api/resource-words.ts';
import { useChange } from '../../api/use-change.ts';
import { TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import { Choice } from '../../lists/choice.tsx';
import type { Column } from '../../lists/column.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { type ListSearch, listQuery, listSearch, useListSearch } from '../../lists/list-search.ts';
import { RowTable } from '../../lists/row-table.tsx';
import { type Person, PersonField } from './person-field.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';

type Payment = AdminAnswers['fees']['unmatched']['items'][number];
export type UnmatchedSearch = Pick<ListSearch, 'page' | 'size'> & { state?: 'dismissed' };

const words = resourceWords({
  one: 'payment',
  many: 'payments',
  source: 'Money without a pay code or a known phone stands here until it is assigned.',
});

/** Drops invalid values. */
function readUnmatchedSearch(given: Record<string, unknown>): UnmatchedSearch {
  const { page, size } = listSearch(given);
  return {
    ...(given.state === 'dismissed' && { state: 'dismissed' }),
    ...(page && { page }),
    ...(size && { size }),
  };
}

const columns: Column<Payment>[] = [
  { heading: 'Received', phone: 'title', cell: ({ receivedOn }) => formatDate(receivedOn) },
  {
    heading: 'Amount',
    phone: 'fact',
    isAmount: true,
    cell: ({ amount }) => formatNumber(amount),
  },
  { heading: 'Method', phone: 'fact', cell: ({ method }) => feeMethodNames[method] },
  {
    heading: 'Transaction ID',
    phone: 'text',
    className: 'wrap-anywhere md:min-w-24',
    cell: ({ operatorId }) => operatorId ?? '–',
  },
  {
    heading: 'Payer',
    phone: 'text',
    className: 'wrap-anywhere md:min-w-24',
    cell: ({ payerName, payerPhone }) => [payerName, payerPhone].filter(Boolean).join(', ') || '–',
  },
  {
    heading: 'Reason',
    phone: 'text',
    className: 'wrap-anywhere md:min-w-24',
    cell: ({ note, reason }) => reason ?? note ?? '–',
  },
];

type Step = 'record' | { assign: Payment } | { dismiss: Payment };

export function UnmatchedPage() {
  const { search, changeSearch, paging } = useListSearch(readUnmatchedSearch);
  const { page, size, state } = search;
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  const { limit, offset } = listQuery({ ...(page && { page }), ...(size && { size }) });
  const query = { limit, offset, ...(state && { state }) };
  const found = admin.fees.unmatched.useQuery(query, { placeholderData: keepPreviousData });
  const total = found.data?.total;
  return (
    <ListScreen
      heading="Unmatched"
      many={words.many}
      count={total !== undefined && words.total(total)}
      found={found}
      tools={
        <Button onClick={() => setStep('record')}>
          <Plus aria-hidden />
          Record Payment
        </Button>
      }
      filters={
        <FilterBar className="items-end md:flex" chosen={[state]}>
          <Choice
            label="State"
            className="md:w-52"
            all="Nobody’s yet"
            choices={[['dismissed', 'Dismissed']]}
            value={state}
            onChange={(chosen) => changeSearch({ state: chosen })}
          />
        </FilterBar>
      }
      rows={(rows) => (
        <RowTable
          caption="Payments that are nobody’s yet"
          columns={columns}
          actions={(payment) => (
            <span className="flex flex-wrap gap-2">
              <Button
                size="sm"
                aria-label={`Assign ${describePayment(payment)}`}
                onClick={() => setStep({ assign: payment })}
              >
                Assign
              </Button>
              {!state && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Dismiss ${describePayment(payment)}`}
                  onClick={() => setStep({ dismiss: payment })}
                >
                  Dismiss
                </Button>
              )}
            </span>
          )}
          {...rows}
        />
      )}
      empty={<EmptyState title={state ? 'No payment was dismissed.' : 'Every payment is somebody’s.'} />}
      paging={paging}
    >
      {step === 'record' && <RecordPaymentDialog person={null} onClose={close} />}
      {typeof step === 'object' && step && 'assign' in step && (
        <AssignDialog payment={step.assign} onClose={close} />
      )}
      {typeof step === 'object' && step && 'dismiss' in step && (
        <DismissDialog payment={step.dismiss} onClose={close} />
      )}
    </ListScreen>
  );
}

/** "UGX 50,000 of 3 Feb 2027". */
const describePayment = ({ amount, receivedOn }: Payment): string =>
  `${formatMoney('UGX', amount)} of ${formatDate(receivedOn)}`;

type StepProps = { payment: Payment; onClose: () => void };
type AssignForm = { paymentId: number; registrationId: number | null };

function AssignDialog({ payment, onClose }: StepProps) {
  const [person, setPerson] = useState<Person | null>(null);
  const form = useForm<AssignForm>({
    resolver: formResolver(feeAssignment) as never,
    defaultValues: { paymentId: payment.id, registrationId: null },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: assign, isPending } = admin.fees.assign.useMutation();
  const choosePerson = (next: Person | null) => {
    setPerson(next);
    form.setValue('registrationId', next?.registrationId ?? null, { shouldDirty: true });
    form.clearErrors('registrationId');
  };
  const save = form.handleSubmit(async (checked) => {
    const isDone = await change(() => assign(checked as never), {
      done: `${describePayment(payment)} is ${person?.name}’s now`,
      failed: 'The payment was not assigned',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title="Assign Payment"
      description={`${describePayment(payment)}. The applicant and the guardian get its receipt.`}
      form={form}
      onSubmit={save}
      submitLabel="Assign"
      isPending={isPending}
      onClose={onClose}
    >
      <PersonField
        chosen={person}
        mayChange
        error={form.formState.errors.registrationId?.message}
        onChoose={choosePerson}
      />
    </SubmitDialog>
  );
}

type DismissForm = { reason: string };

function DismissDialog({ payment, onClose }: StepProps) {
  const form = useForm<DismissForm>({
    resolver: formResolver(feeCancellation.pick({ reason: true })) as never,
    defaultValues: { reason: '' },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: dismiss, isPending } = admin.fees.dismiss.useMutation();
  const save = form.handleSubmit(async ({ reason }) => {
    const isDone = await change(() => dismiss({ paymentId: payment.id, reason }), {
      done: 'The payment is dismissed',
      failed: 'The payment was not dismissed',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title="Dismiss Payment"
      description={`${describePayment(payment)} is no fee. It stays under Dismissed, and no statement brings it back.`}
      form={form}
      onSubmit={save}
      submitLabel="Dismiss"
      variant="danger"
      isPending={isPending}
      onClose={onClose}
    >
      <TextField<DismissForm> name="reason" label="Reason" required />
    </SubmitDialog>
  );
}
