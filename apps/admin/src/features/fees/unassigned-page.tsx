import { type FeeAssignment, feeAssignment } from '@institute/contract';
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
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import type { Column } from '../../lists/column.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { type ListSearch, listQuery, listSearch, useListSearch } from '../../lists/list-search.ts';
import { RowTable } from '../../lists/row-table.tsx';
import { CounterDialog } from './fee-dialogs.tsx';
import { PartsField, type Share, toParts } from './parts-field.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';

type Payment = AdminAnswers['fees']['unassigned']['items'][number];
export type UnassignedSearch = Pick<ListSearch, 'page' | 'size'>;

const words = resourceWords({
  one: 'payment',
  many: 'payments',
  source: 'Money without a pay code or a known phone stands here until it is assigned.',
});

/** Drops invalid values. */
function readUnassignedSearch(given: Record<string, unknown>): UnassignedSearch {
  const { page, size } = listSearch(given);
  return {
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
    cell: ({ note }) => note ?? '–',
  },
];

type Step = 'record' | { assign: Payment } | { counter: Payment };

export function UnassignedPage() {
  const { search, paging } = useListSearch(readUnassignedSearch);
  const { page, size } = search;
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  const { limit, offset } = listQuery({ ...(page && { page }), ...(size && { size }) });
  const found = admin.fees.unassigned.useQuery({ limit, offset }, { placeholderData: keepPreviousData });
  const total = found.data?.total;
  return (
    <ListScreen
      heading="Unassigned"
      many={words.many}
      count={total !== undefined && words.total(total)}
      found={found}
      tools={
        <Button onClick={() => setStep('record')}>
          <Plus aria-hidden />
          Record Payment
        </Button>
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
              {payment.method !== 'online' && payment.amount === payment.total && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Cancel ${describePayment(payment)}`}
                  onClick={() => setStep({ counter: payment })}
                >
                  Cancel Payment
                </Button>
              )}
            </span>
          )}
          {...rows}
        />
      )}
      empty={<EmptyState title="Every payment is somebody’s." />}
      paging={paging}
    >
      {step === 'record' && <RecordPaymentDialog person={null} onClose={close} />}
      {typeof step === 'object' && step && 'assign' in step && (
        <AssignDialog payment={step.assign} onClose={close} />
      )}
      {typeof step === 'object' && step && 'counter' in step && (
        <CounterDialog {...step.counter} onClose={close} />
      )}
    </ListScreen>
  );
}

/** "UGX 50,000 of 3 Feb 2027". */
const describePayment = ({ amount, receivedOn }: Payment): string =>
  `${formatMoney('UGX', amount)} of ${formatDate(receivedOn)}`;

type StepProps = { payment: Payment; onClose: () => void };
type AssignForm = { shares: Share[]; parts?: FeeAssignment['parts'] };

const assignResolver = formResolver(feeAssignment);

function AssignDialog({ payment, onClose }: StepProps) {
  const { movementId, amount } = payment;
  const form = useForm<AssignForm, unknown, FeeAssignment>({
    resolver: ({ shares }, context, options) =>
      assignResolver(
        { movementId, parts: toParts(shares, amount) } as never,
        context,
        options as never,
      ) as never,
    defaultValues: { shares: [] },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: assign, isPending } = admin.fees.assign.useMutation();
  const shares = form.watch('shares');
  const names = shares.map(({ person }) => person.name).join(' and ');
  const save = form.handleSubmit(async (input) => {
    const isDone = await change(() => assign(input), {
      done: `${describePayment(payment)} is ${names}’s now`,
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
      <PartsField
        shares={shares}
        mayChange
        error={form.formState.errors.parts?.message}
        onChange={(next) => {
          form.setValue('shares', next, { shouldDirty: true });
          form.clearErrors('parts');
        }}
      />
    </SubmitDialog>
  );
}
