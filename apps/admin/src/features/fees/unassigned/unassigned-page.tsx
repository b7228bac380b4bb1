import { feeAssignment } from '@institute/contract';
import { feeMethodNames } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Inbox, Plus } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { makeResourceWords } from '../../../api/resource-words.ts';
import { InputDialog } from '../../../forms/input-dialog.tsx';
import { useSchemaForm } from '../../../forms/schema-form.ts';
import { pagingParameters } from '../../../lists/address.ts';
import type { Column } from '../../../lists/column.ts';
import { makeListScreen } from '../../../lists/declared-list.tsx';
import { keepPreviousRowsOption, makeListQuery } from '../../../lists/list-search.ts';
import { makeAmountColumn, makeTextColumn, payerColumn } from '../fee-columns.tsx';
import { CounterPaymentDialog } from '../fee-dialogs.tsx';
import { PartsField, type ShareValues, toPaymentParts } from '../parts-field.tsx';
import { RecordPaymentDialog } from '../record-payment-dialog.tsx';
import { CrossedPayments } from './crossed-payments-section.tsx';

type UnassignedPayment = AdminAnswers['fees']['unassigned']['items'][number];

const paymentWords = makeResourceWords({ one: 'payment', many: 'payments' });

const columns: Column<UnassignedPayment>[] = [
  { heading: 'Received', phone: 'title', cell: ({ receivedOn }) => formatDate(receivedOn) },
  makeAmountColumn('Amount', ({ amount }) => amount),
  { heading: 'Method', phone: 'fact', cell: ({ method }) => feeMethodNames[method] },
  makeTextColumn('Transaction ID', ({ operatorId }) => operatorId),
  payerColumn,
  makeTextColumn('Reason', ({ note }) => note),
];

type OpenPaymentDialog = { does: 'assign' | 'counter'; payment: UnassignedPayment };

export const UnassignedPage = makeListScreen({
  words: { ...paymentWords, heading: 'Unassigned' },
  caption: () => 'Unassigned payments',
  address: z.object(pagingParameters),
  columns,
  toQuery: makeListQuery,
  useRows: ({ limit, offset }) => admin.fees.unassigned.useQuery({ limit, offset }, keepPreviousRowsOption),
  useParts: () => {
    const [step, setStep] = useState<OpenPaymentDialog | 'record' | null>(null);
    const closeDialog = () => setStep(null);
    return {
      tools: (
        <Button onClick={() => setStep('record')}>
          <Plus aria-hidden />
          Record Payment
        </Button>
      ),
      notice: <CrossedPayments />,
      actions: (payment) => (
        <span className="flex gap-2 whitespace-nowrap">
          <Button
            size="sm"
            aria-label={`Assign ${describePayment(payment)}`}
            onClick={() => setStep({ does: 'assign', payment })}
          >
            Assign
          </Button>
          {payment.method !== 'online' && payment.amount === payment.total && (
            <Button
              size="sm"
              variant="outline"
              aria-label={`Cancel payment ${describePayment(payment)}`}
              onClick={() => setStep({ does: 'counter', payment })}
            >
              Cancel Payment
            </Button>
          )}
        </span>
      ),
      empty: <EmptyState icon={Inbox} title="No payment is unassigned." />,
      dialogs:
        step === 'record' ? (
          <RecordPaymentDialog person={null} onClose={closeDialog} />
        ) : (
          step && <AssignOrCounterDialog {...step} onClose={closeDialog} />
        ),
    };
  },
});

/** "UGX 50,000 of 3 Feb 2027". */
const describePayment = ({ amount, receivedOn }: UnassignedPayment): string =>
  `${formatLocalMoney(amount)} of ${formatDate(receivedOn)}`;

function AssignOrCounterDialog({ does, payment, onClose }: OpenPaymentDialog & { onClose: () => void }) {
  const PaymentStepDialog = does === 'assign' ? AssignPaymentDialog : CounterPaymentDialog;
  return <PaymentStepDialog {...payment} onClose={onClose} />;
}

function AssignPaymentDialog({ onClose, ...payment }: UnassignedPayment & { onClose: () => void }) {
  const { movementId, amount } = payment;
  const { mutateAsync: send } = admin.fees.assign.useMutation();
  const form = useSchemaForm(feeAssignment, { shares: [], parts: [] }, ({ shares }: ShareValues) => ({
    movementId,
    parts: toPaymentParts(shares, amount),
  }));
  return (
    <InputDialog
      title="Assign Payment"
      description={`${describePayment(payment)}. The applicant and the guardian get its receipt.`}
      submitLabel="Assign"
      form={form}
      send={send}
      messages={{
        done: ({ receipts }) =>
          `${describePayment(payment)} is assigned: ${receipts.map((one) => one.receiptNumber).join(', ')}`,
        failed: 'The payment was not assigned',
      }}
      onClose={onClose}
    >
      <PartsField />
    </InputDialog>
  );
}
