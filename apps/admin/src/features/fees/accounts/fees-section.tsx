import {
  describeDueDays,
  feeMethodNames,
  formatBalance,
  isPaidCharge,
} from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { needs } from '@institute/contract/rights.constants';
import { capitalise } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { useMaySee } from '../../../api/rights.ts';
import { useChangeWithOutcome } from '../../../api/use-change.ts';
import { Loading } from '../../../ui/load-error.tsx';
import { DetailLine, FramedSection } from '../../../ui/titled-section.tsx';
import {
  ChargeDialog,
  CounterPaymentDialog,
  MovePaymentDialog,
  RefundDialog,
  ReverseChargeDialog,
  UnassignDialog,
} from '../fee-dialogs.tsx';
import { PrintMenu } from '../print-menu.tsx';
import { RecordPaymentDialog } from '../record-payment-dialog.tsx';

type FeeAccount = AdminAnswers['fees']['account'];
type Charge = FeeAccount['charges'][number];
type Payment = FeeAccount['payments'][number];
type FeeStep = 'record' | 'charge' | 'discount' | 'refund' | { reverse: Charge } | PaymentStep;
type PaymentStep = { does: 'counter' | 'move' | 'unassign'; payment: Payment };

type FeesSectionProps = { registrationId: number; name: string };

/** All charges and payments of one registration. Renders nothing for an account without the right to fees. */
export function FeesSection({ registrationId, name }: FeesSectionProps) {
  const maySee = useMaySee();
  const feeAccountQuery = admin.fees.account.useQuery({ registrationId }, { enabled: maySee(needs.fees) });
  if (!maySee(needs.fees)) return null;
  return (
    <FramedSection title="Fees">
      <Loading query={feeAccountQuery} failed="The fees could not be loaded" skeleton={null}>
        {(account) => <AccountLines account={account} name={name} isOwner={maySee('owner')} />}
      </Loading>
    </FramedSection>
  );
}

/** The statement opens on a page of its own, so that nothing else is printed. */
const openStatement = (id: number) => window.open(`/admin/fees/${id}/statement`, '_blank', 'noopener');

type AccountLinesProps = { account: FeeAccount; name: string; isOwner: boolean };

function AccountLines({ account, name, isOwner }: AccountLinesProps) {
  const [step, setStep] = useState<FeeStep | null>(null);
  const closeDialog = () => setStep(null);
  const { registrationId, charged, paid, balance, overdue, nextDueOn, nextDueAmount, payCode } = account;
  const { charges, payments, undecided } = account;
  const reversedChargeIds = new Set(charges.map(({ reverses }) => reverses));
  return (
    <div className="mt-2 flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3">
        <DetailLine label="Charged">{formatLocalMoney(charged)}</DetailLine>
        <DetailLine label="Paid">{formatLocalMoney(paid)}</DetailLine>
        <DetailLine label="Balance">{formatBalance(balance)}</DetailLine>
        <DetailLine label="Overdue">{formatLocalMoney(overdue)}</DetailLine>
        <DetailLine label="Next Due">
          {nextDueOn && `${formatLocalMoney(nextDueAmount ?? 0)} on ${formatDate(nextDueOn)}`}
        </DetailLine>
        <DetailLine label="Pay Code">{payCode}</DetailLine>
      </dl>
      {undecided && <UndecidedLeaverAlert registrationId={registrationId} undecided={undecided} />}
      {charges.length > 0 && (
        <StatementLines title="Charges">
          {charges.map((charge) => (
            <AccountLine
              key={charge.id}
              label={
                <>
                  {charge.kind === 'reversal' ? `Reversed: ${charge.label}` : charge.label}{' '}
                  {isPaidCharge(charge, account) && <Badge tone="green">Paid</Badge>}
                </>
              }
              amount={charge.amount}
              facts={[
                `Due ${formatDate(charge.dueOn)}`,
                charge.kind !== 'instalment' && charge.kind !== 'reversal' && capitalise(charge.kind),
                charge.reason,
              ]}
            >
              {isOwner && charge.kind !== 'reversal' && !reversedChargeIds.has(charge.id) && (
                <LineButton
                  aria-label={`Reverse ${charge.label}`}
                  onClick={() => setStep({ reverse: charge })}
                >
                  Reverse
                </LineButton>
              )}
            </AccountLine>
          ))}
        </StatementLines>
      )}
      {payments.length > 0 && (
        <StatementLines title="Payments">
          {payments.map((payment) => (
            <PaymentLine
              key={`${payment.movementId} ${payment.id}`}
              payment={payment}
              onStep={(does) => setStep({ does, payment })}
            />
          ))}
        </StatementLines>
      )}
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button size="sm" onClick={() => setStep('record')}>
          Record Payment
        </Button>
        <LineButton onClick={() => setStep('charge')}>Add Charge</LineButton>
        <LineButton onClick={() => openStatement(registrationId)}>Statement</LineButton>
        {isOwner && <LineButton onClick={() => setStep('discount')}>Discount</LineButton>}
        {isOwner && paid > 0 && <LineButton onClick={() => setStep('refund')}>Refund</LineButton>}
      </div>
      {step === 'record' && <RecordPaymentDialog person={{ ...account, name }} onClose={closeDialog} />}
      {(step === 'charge' || step === 'discount') && (
        <ChargeDialog
          registrationId={registrationId}
          isDiscount={step === 'discount'}
          onClose={closeDialog}
        />
      )}
      {step === 'refund' && (
        <RefundDialog registrationId={registrationId} paid={paid} onClose={closeDialog} />
      )}
      {typeof step === 'object' && step && 'reverse' in step && (
        <ReverseChargeDialog charge={step.reverse} onClose={closeDialog} />
      )}
      {typeof step === 'object' && step && 'does' in step && (
        <PaymentDialog step={step} onClose={closeDialog} />
      )}
    </div>
  );
}

type UndecidedProps = { registrationId: number; undecided: NonNullable<FeeAccount['undecided']> };

/** Asks what becomes of charges that were not due when the person left. */
function UndecidedLeaverAlert({ registrationId, undecided: { since, days } }: UndecidedProps) {
  const { mutateAsync, isPending } = admin.fees.decideLeaver.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  const decideLeaver = (reverses: boolean) =>
    change(() => mutateAsync({ registrationId, reverses }), {
      done: reverses ? 'Taken back' : 'It stays owed',
      failed: 'It was not decided',
    });
  return (
    <Alert tone="warning" title={`Left ${formatDate(since)}. Take back what was not due?`}>
      <p>{describeDueDays(days)}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2 print:hidden">
        <Button size="sm" disabled={isPending} onClick={() => decideLeaver(true)}>
          Take Back
        </Button>
        <Button size="sm" variant="outline" disabled={isPending} onClick={() => decideLeaver(false)}>
          Keep Owed
        </Button>
        {outcome && <OutcomeLine outcome={outcome} />}
      </div>
    </Alert>
  );
}

function StatementLines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="text-sm font-semibold text-muted">{title}</h4>
      <ul aria-label={title} className="divide-y divide-line">
        {children}
      </ul>
    </div>
  );
}

type LineProps = {
  label: ReactNode;
  amount: number;
  facts: (string | null | false)[];
  isVoid?: boolean;
  children?: ReactNode;
};

function AccountLine({ label, amount, facts, isVoid = false, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-medium wrap-anywhere">{label}</p>
        <p className="text-sm wrap-anywhere text-muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <span className={cx('ml-auto tabular-nums', isVoid ? 'text-muted line-through' : 'font-medium')}>
        {amount < 0 ? `−${formatLocalMoney(-amount)}` : formatLocalMoney(amount)}
      </span>
      <div className="flex flex-wrap gap-2 print:hidden">{children}</div>
    </li>
  );
}

function PaymentDialog({ step, onClose }: { step: PaymentStep; onClose: () => void }) {
  const { does, payment } = step;
  if (does === 'move') return <MovePaymentDialog line={payment} onClose={onClose} />;
  if (does === 'unassign') return <UnassignDialog line={payment} onClose={onClose} />;
  const { movementId, amount, method, receiptNumber } = payment;
  return movementId === null ? null : (
    <CounterPaymentDialog
      movementId={movementId}
      amount={amount}
      method={method}
      receiptNumber={receiptNumber}
      onClose={onClose}
    />
  );
}

type PaymentLineProps = { payment: Payment; onStep: (does: PaymentStep['does']) => void };

function PaymentLine({ payment, onStep }: PaymentLineProps) {
  const { id, kind, method, operatorId, amount, left, state, receivedOn, payerName, isMoved, isTest } =
    payment;
  const { receiptNumber, refundNumber, cancellationNumber, reason, recordedBy } = payment;
  const isPayment = kind === 'payment';
  const isReceivedMoney = state === 'received' && !isTest;
  const receiptOrRefundNumber = cancellationNumber ?? receiptNumber ?? refundNumber;
  const paymentName = receiptNumber ?? refundNumber ?? formatDate(receivedOn);
  const moveLabel = isPayment ? 'Moved here' : 'Moved away';
  return (
    <AccountLine
      label={
        <>
          {isMoved ? moveLabel : isPayment ? feeMethodNames[method] : 'Refund'}{' '}
          {state !== 'received' && <Badge>{capitalise(state)}</Badge>}
        </>
      }
      amount={isPayment ? amount : -amount}
      isVoid={state !== 'received'}
      facts={[
        formatDate(receivedOn),
        receiptNumber,
        refundNumber,
        cancellationNumber,
        operatorId,
        payerName && `by ${payerName}`,
        reason,
        recordedBy && `recorded by ${recordedBy}`,
      ]}
    >
      {receiptOrRefundNumber && !isTest && <PrintMenu partId={id} number={receiptOrRefundNumber} />}
      {isReceivedMoney && left > 0 && (
        <>
          <LineButton aria-label={`Move ${paymentName}`} onClick={() => onStep('move')}>
            Move
          </LineButton>
          <LineButton aria-label={`Unassign ${paymentName}`} onClick={() => onStep('unassign')}>
            Unassign
          </LineButton>
        </>
      )}
      {isReceivedMoney && !isMoved && (method !== 'online' || !isPayment) && (
        <LineButton aria-label={`Cancel payment ${paymentName}`} onClick={() => onStep('counter')}>
          {isPayment ? 'Cancel Payment' : 'Cancel Refund'}
        </LineButton>
      )}
    </AccountLine>
  );
}

const LineButton = (props: Omit<ComponentProps<typeof Button>, 'size' | 'variant'>) => (
  <Button size="sm" variant="outline" {...props} />
);
