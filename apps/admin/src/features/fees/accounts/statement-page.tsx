import { feeMethodNames, formatBalance } from '@institute/contract/fees.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { formatDate } from '@institute/contract/time';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { loadOnceOptions } from '../../../api/load-options.ts';
import { Loading } from '../../../ui/load-error.tsx';
import { PrintSheet } from '../../../ui/print-sheet.tsx';
import { SignatureLines } from '../../../ui/printed-head.tsx';
import { DetailLine } from '../../../ui/titled-section.tsx';

type FeeAccount = AdminAnswers['fees']['account'];

/** `amount` raises the balance, so money that came is negative. */
type StatementLine = { key: string; day: string; what: string; amount: number; balance: number };

/** Lists charges by the day on which they are due. Leaves out what was cancelled or moved no money. */
function listStatementLines({ charges, payments }: FeeAccount): StatementLine[] {
  const statementLines = [
    ...charges.map(({ id, kind, label, dueOn, amount }) => ({
      key: `charge ${id}`,
      day: dueOn,
      what: kind === 'reversal' ? `Reversed: ${label}` : label,
      amount,
    })),
    ...[...payments]
      .reverse()
      .filter(({ state, isTest }) => state === 'received' && !isTest)
      .map(({ id, kind, isMoved, method, receiptNumber, refundNumber, receivedOn, amount }) => {
        const isPayment = kind === 'payment';
        const movedPaymentText = isPayment ? 'Moved here' : 'Moved away';
        const paymentText = isMoved ? movedPaymentText : isPayment ? feeMethodNames[method] : 'Refund';
        return {
          key: `payment ${id}`,
          day: receivedOn,
          what: [paymentText, receiptNumber ?? refundNumber].filter(Boolean).join(', '),
          amount: isPayment ? -amount : amount,
        };
      }),
  ].sort((one, other) => one.day.localeCompare(other.day));
  let balance = 0;
  return statementLines.map((line) => {
    balance += line.amount;
    return { ...line, balance };
  });
}

/** The account of one person, to print, to sign and to give away. */
export function StatementPage({ registrationId }: { registrationId: number }) {
  const feeAccountQuery = admin.fees.account.useQuery({ registrationId }, loadOnceOptions);
  return (
    <Loading
      query={feeAccountQuery}
      failed="This statement could not be loaded"
      skeleton={<Skeletons heights={['h-96']} label="Loading the statement…" />}
    >
      {(account) => <StatementSheet account={account} />}
    </Loading>
  );
}

const cellClass = 'border-b border-line px-2 py-2 text-left align-top print:py-1';
const amountClass = `${cellClass} text-right! whitespace-nowrap tabular-nums`;

function StatementSheet({ account }: { account: FeeAccount }) {
  const { name, reference, program, payCode, charged, paid, balance, overdue, nextDueOn, nextDueAmount } =
    account;
  return (
    <PrintSheet
      heading={`Statement: ${name}`}
      about={[reference, program, `pay code ${payCode}`].filter(Boolean).join(' · ')}
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
        <DetailLine label="Charged">{formatLocalMoney(charged)}</DetailLine>
        <DetailLine label="Paid">{formatLocalMoney(paid)}</DetailLine>
        <DetailLine label="Balance">{formatBalance(balance)}</DetailLine>
        <DetailLine label="Overdue">{formatLocalMoney(overdue)}</DetailLine>
        {nextDueOn && (
          <DetailLine label="Next Due">
            {formatLocalMoney(nextDueAmount ?? 0)} on {formatDate(nextDueOn)}
          </DetailLine>
        )}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what a phone cuts off */}
      <section aria-label="Lines" tabIndex={0} className="overflow-x-auto">
        <table translate="no" className="w-full border-collapse text-base">
          <caption className="sr-only">Charges and payments, in {place.currency}</caption>
          <thead>
            <tr className="text-sm text-muted">
              {['Day', 'What'].map((heading) => (
                <th key={heading} scope="col" className={cellClass}>
                  {heading}
                </th>
              ))}
              {['Charged', 'Paid', 'Balance'].map((heading) => (
                <th key={heading} scope="col" className={amountClass}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listStatementLines(account).map((line) => (
              <tr key={line.key}>
                <td className={`${cellClass} whitespace-nowrap`}>{formatDate(line.day)}</td>
                <td className={`${cellClass} min-w-36 wrap-anywhere`}>{line.what}</td>
                <td className={amountClass}>{line.key.startsWith('charge') && formatNumber(line.amount)}</td>
                <td className={amountClass}>
                  {line.key.startsWith('payment') && formatNumber(-line.amount)}
                </td>
                <td className={amountClass}>{formatNumber(line.balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <SignatureLines signs={['Signature', 'Stamp']} />
    </PrintSheet>
  );
}
