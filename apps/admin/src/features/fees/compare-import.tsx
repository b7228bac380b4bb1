import { feeMethodNames } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { countItems } from '../../ui/count-items.ts';
import { useQuestion } from '../../ui/use-question.tsx';

export type ImportedStatement = AdminAnswers['fees']['imports'][number];

/** Formats a balance such as "210,000.50", because banks have cents. */
const formatStatementBalance = (balance: number): string => {
  const centsOfBalance = Math.round(Math.abs(balance) * 100) % 100;
  return (
    formatNumber(Math.trunc(balance)) +
    (centsOfBalance === 0 ? '' : `.${`${centsOfBalance}`.padStart(2, '0')}`)
  );
};

/** "MTN Mobile Money, typed: 3 payments until 30 Nov 2026, 2 stored; no balances". */
export function describeImport(statement: ImportedStatement): string {
  const { method, fileName, lines, lastDay, stored, missing, comparedBy } = statement;
  const { openingBalance, closingBalance, continues } = statement;
  const untilDayText = lastDay ? ` until ${formatDate(lastDay)}` : '';
  const sequenceFaultText =
    continues === null
      ? 'the first balance of this account'
      : `${continues ? 'continues' : 'does not continue'} the import before`;
  const importFactTexts = [
    `${countItems(lines, 'payment')}${untilDayText}, ${stored} stored`,
    openingBalance === null || closingBalance === null
      ? 'no balances'
      : `balance ${formatStatementBalance(openingBalance)} to ${formatStatementBalance(closingBalance)}, ${sequenceFaultText}`,
    missing > 0 && `${countItems(missing, 'line')} of an earlier import missing`,
    comparedBy && `compared by ${comparedBy}`,
  ];
  return `${feeMethodNames[method]}, ${fileName ?? 'typed'}: ${importFactTexts.filter(Boolean).join('; ')}`;
}

/** Renders nothing for an import that was compared already, and for the caller's own import. */
export function CompareButton({ statement }: { statement: ImportedStatement }) {
  const { mutateAsync: confirmImport } = admin.fees.confirmImport.useMutation();
  const runChange = useChange();
  const { ask, question } = useQuestion();
  const { id, by, fileName, mayCompare } = statement;
  if (!mayCompare) return null;
  const askToCompareImport = () =>
    ask({
      title: 'Is this what the statement itself says?',
      description: `${describeImport(statement)}. Look at the operator’s or the bank’s own screen, not at a copy from ${by}.`,
      confirmLabel: 'Compared',
      onConfirm: () =>
        runChange(() => confirmImport({ id }), {
          done: 'The import is compared',
          failed: 'The import is not compared',
        }),
    });
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Compared: ${fileName ?? 'typed lines'} of ${by}`}
        onClick={askToCompareImport}
      >
        Compared
      </Button>
      {question}
    </>
  );
}
