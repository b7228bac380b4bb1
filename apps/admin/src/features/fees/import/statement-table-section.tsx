import {
  feeMethodNames,
  type StatementColumn,
  statementColumns,
  statementMethods,
} from '@institute/contract/fees.constants';
import type { AdminAnswers } from '../../../api/admin.ts';
import { ChoiceOption } from '../../../lists/choice.tsx';
import { type TableChoices, TableSection } from './table-section.tsx';

type StatementPlan = AdminAnswers['fees']['plan'];

const columnNames: Record<StatementColumn, string> = {
  day: 'Day',
  operatorId: 'Transaction ID',
  amount: 'Amount',
  credit: 'Money In',
  debit: 'Money Out',
  payerName: 'Payer',
  payerPhone: 'Phone',
  reason: 'Reason',
  status: 'Status',
  balance: 'Balance',
};

export type StatementChoices = TableChoices<StatementColumn> & { method?: StatementPlan['method'] };

type StatementTableSectionProps = {
  plan: StatementPlan;
  isPending: boolean;
  onChoose: (choices: StatementChoices) => void;
};

/** How a statement is read: its sheets, its method and its columns. */
export function StatementTableSection({ plan, isPending, onChoose }: StatementTableSectionProps) {
  const { method } = plan;
  const otherMethods = statementMethods.filter((one) => one !== method);
  return (
    <TableSection
      plan={plan}
      fields={statementColumns}
      names={columnNames}
      summary={`Read as ${feeMethodNames[method]}: change method or columns`}
      isPending={isPending}
      onChoose={onChoose}
    >
      <ChoiceOption
        label="Method"
        all={feeMethodNames[method]}
        choices={otherMethods.map((one) => [one, feeMethodNames[one]] as const)}
        value={undefined}
        onChange={(chosen) => chosen && onChoose({ method: chosen })}
      />
    </TableSection>
  );
}
