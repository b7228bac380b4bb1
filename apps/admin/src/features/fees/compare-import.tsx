import { formatNumber } from '@institute/contract/money';
import { Button } from '@institute/ui/button.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { countItems } from '../../ui/count-items.ts';
import { useQuestion } from '../../ui/use-question.tsx';

export type ImportedStatement = AdminAnswers['fees']['imports'][number];

/** "Typed: 3 payments, 2 stored; no balances". */
export function describeImport(statement: ImportedStatement): string {
  const { fileName, lines, stored, missing, comparedBy, openingBalance, closingBalance, continues } =
    statement;
  const sequence =
    continues === null
      ? 'the first of this account'
      : `${continues ? 'continues' : 'does not continue'} the import before`;
  const facts = [
    `${countItems(lines, 'payment')}, ${stored} stored`,
    openingBalance === null || closingBalance === null
      ? 'no balances'
      : `balance ${formatNumber(openingBalance)} to ${formatNumber(closingBalance)}, ${sequence}`,
    missing > 0 && `${countItems(missing, 'line')} of an earlier import missing`,
    comparedBy && `compared by ${comparedBy}`,
  ];
  return `${fileName ?? 'Typed'}: ${facts.filter(Boolean).join('; ')}`;
}

/** Nothing for an import that is compared, and for the caller's own. */
export function CompareButton({ statement }: { statement: ImportedStatement }) {
  const { mutateAsync: confirmImport } = admin.fees.confirmImport.useMutation();
  const change = useChange();
  const { ask, question } = useQuestion();
  const { id, by, fileName, mayCompare } = statement;
  if (!mayCompare) return null;
  const askToCompare = () =>
    ask({
      title: 'Is this what the statement itself says?',
      description: `${describeImport(statement)}. Look at the operator’s or the bank’s own screen, not at a copy from ${by}.`,
      confirmLabel: 'Compared',
      onConfirm: () =>
        change(() => confirmImport({ id }), {
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
        onClick={askToCompare}
      >
        Compared
      </Button>
      {question}
    </>
  );
}
