import type { FeeStatement } from '@institute/contract';
import {
  feeLimits,
  feeMethodNames,
  formatBalance,
  isPaidCharge,
  listPayPlaces,
} from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import type { PostedValues } from '@institute/contract/page-bundle';
import { place } from '@institute/contract/place';
import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import type { ReactNode } from 'react';
import { mapFaultsByField } from '../../api/context.ts';
import { AskOffice } from './ask-office.tsx';

const formatShillings = (amount: number) => formatLocalMoney(amount);

type StatementProps = { statement: FeeStatement; posted: PostedValues };

/** The whole statement is shown without scripts and on paper. */
export function FeeStatementSections({ statement, posted }: StatementProps) {
  const { reference, program, paid, balance, overdue, nextDueOn, nextDueAmount } = statement;
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_24rem] lg:items-start print:block">
      <Card>
        <CardBody>
          <p className="text-muted">
            Application <span translate="no">{reference}</span>
            {program && `, ${program}`}
          </p>
          <p role="status" className="text-xl font-semibold">{`Balance: ${formatBalance(balance)}`}</p>
          {overdue > 0 && (
            <p className="font-semibold text-clay-deep">{`Overdue: ${formatShillings(overdue)}`}</p>
          )}
          {nextDueOn && nextDueAmount !== null && (
            <p>{`Next due: ${formatShillings(nextDueAmount)} on ${formatDate(nextDueOn)}`}</p>
          )}
          <Charges statement={statement} />
          <Payments payments={statement.payments} total={paid} />
          <div className="mt-2 flex flex-wrap gap-3 print:hidden">
            <Button variant="outline" className="needs-script" onClick={() => window.print?.()}>
              Print
            </Button>
            {/* Loads a new document, because a link within the site would keep the answer */}
            <a href="/fees" className={makeButtonClass({ variant: 'outline' })}>
              Another account
            </a>
          </div>
        </CardBody>
      </Card>
      <div className="flex flex-col gap-6 print:mt-6">
        <PayOnlineForm statement={statement} posted={posted} />
        <PaymentPlacesCard statement={statement} />
      </div>
    </div>
  );
}

type AccountLinesProps = { title: string; total: number; children: ReactNode };

const AccountLines = ({ title, total, children }: AccountLinesProps) => (
  <table className="mt-2 w-full text-left text-base [&_td]:py-1.5 [&_td]:text-right [&_td]:align-top [&_td]:whitespace-nowrap [&_th]:pr-4 [&_th]:font-normal [&_tr]:border-b [&_tr]:border-line">
    <caption className="pb-1 text-left font-semibold">{title}</caption>
    <tbody>{children}</tbody>
    <tfoot className="font-semibold">
      <tr>
        <th scope="row">Total</th>
        <td>{formatShillings(total)}</td>
      </tr>
    </tfoot>
  </table>
);

/** A line has two columns, because a third one would break words on a narrow phone. */
const AccountLine = ({ amount, day, children }: { amount: number; day: string; children: ReactNode }) => (
  <tr>
    <th scope="row" className="py-1.5 wrap-anywhere">
      {children}
      <span className="block text-sm text-muted">{day}</span>
    </th>
    <td>{formatShillings(amount)}</td>
  </tr>
);

function Charges({ statement }: Pick<StatementProps, 'statement'>) {
  const { charges, charged } = statement;
  if (charges.length === 0) return <p>Nothing has been charged yet.</p>;
  return (
    <AccountLines title="Charges" total={charged}>
      {charges.map((charge, at) => (
        <AccountLine
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never move
          key={at}
          amount={charge.amount}
          day={`${isPaidCharge(charge, statement) ? 'Paid, was due' : 'Due'} on ${formatDate(charge.dueOn)}`}
        >
          {charge.kind === 'reversal' ? `Reversed: ${charge.label}` : charge.label}
        </AccountLine>
      ))}
    </AccountLines>
  );
}

function Payments({ payments, total }: { payments: FeeStatement['payments']; total: number }) {
  if (payments.length === 0) return <p>No payment has arrived yet.</p>;
  return (
    <AccountLines title="Payments" total={total}>
      {payments.map(({ kind, method, amount, state, receivedOn, isTest, ...receipt }, at) => (
        <AccountLine
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never move
          key={at}
          amount={kind === 'refund' ? -amount : amount}
          day={formatDate(receivedOn)}
        >
          {kind === 'refund' ? 'Refund' : feeMethodNames[method]}
          {state === 'pending' && ', not confirmed yet'}
          {isTest && state === 'received' && ', a test that does not count'}
          {receipt.receiptNumber && (
            <a href={`/receipts/${receipt.receiptCode}`} className="block underline" translate="no">
              {receipt.receiptNumber}
            </a>
          )}
        </AccountLine>
      ))}
    </AccountLines>
  );
}

function PayOnlineForm({ statement, posted: { values, faults, message } }: StatementProps) {
  const { online, balance, nextDueAmount, payCode } = statement;
  if (online === 'off' || balance < feeLimits.online) return null;
  const amountFault = mapFaultsByField(faults).amount;
  return (
    <Card as="section" aria-label="Pay online" className="print:hidden">
      <CardBody>
        <Heading level={2} size="block">
          Pay online
        </Heading>
        <p>By mobile money or card, on the page of our payment provider.</p>
        {online === 'test' && <Alert tone="warning">Test mode: no money moves.</Alert>}
        {message && !amountFault && <Alert tone="danger" title={message} />}
        <Form method="post" action="/fees" className="flex flex-col gap-4">
          <input type="hidden" name="code" value={payCode} />
          <input type="hidden" name="phone" value={values.phone} />
          <Field
            label={`Amount in ${place.currency}`}
            required
            error={amountFault && <span role="alert">{amountFault}</span>}
          >
            <Input
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={values.amount ?? nextDueAmount ?? balance}
            />
          </Field>
          <Button type="submit" size="lg">
            Pay
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}

function PaymentPlacesCard({ statement: { payCode, payTo } }: Pick<StatementProps, 'statement'>) {
  const paymentPlaces = listPayPlaces(payTo);
  return (
    <Card as="section" aria-label="Pay elsewhere">
      <CardBody>
        <Heading level={2} size="block">
          {paymentPlaces.length > 0 ? 'Pay at an operator or bank' : 'Your pay code'}
        </Heading>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:font-semibold [&_dd]:wrap-anywhere">
          <dt>Pay code</dt>
          <dd translate="no">{payCode}</dd>
          {paymentPlaces.map(([label, value]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd translate="no">{value}</dd>
            </div>
          ))}
        </dl>
        {paymentPlaces.length === 0 && <AskOffice />}
        <p>Give the pay code as the reason of the payment, so that we know whose it is.</p>
      </CardBody>
    </Card>
  );
}
