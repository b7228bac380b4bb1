import {
  feeMethodNames,
  type StatementColumn,
  statementColumns,
  statementMethods,
} from '@institute/contract/fees.constants';
import { useState } from 'react';
import type { AdminAnswers } from '../../../api/admin.ts';
import { Choice } from '../../../lists/choice.tsx';
import { ColumnsField } from './columns-field.tsx';

type Plan = AdminAnswers['fees']['plan'];

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

/** Each column is named by its heading. */
export type StatementChoices = {
  columns?: Plan['from'];
  method?: Plan['method'];
  sheets?: string[];
};

type StatementColumnsProps = {
  plan: Pick<Plan, 'from' | 'headings' | 'method' | 'missing'>;
  onChoose: (choices: StatementChoices) => void;
};

/** The choice of columns stays open after each choice, although the server then plans the import again. */
export function StatementColumns({ plan, onChoose }: StatementColumnsProps) {
  const { headings, method, missing } = plan;
  const [isOpen, setIsOpen] = useState(missing.length > 0);
  return (
    <>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="cursor-pointer py-2.5 text-base font-semibold">
          Read as {feeMethodNames[method]}: change method or columns
        </summary>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
          <Choice
            label="Method"
            all={feeMethodNames[method]}
            choices={statementMethods
              .filter((one) => one !== method)
              .map((one) => [one, feeMethodNames[one]] as const)}
            value={undefined}
            onChange={(chosen) => chosen && onChoose({ method: chosen })}
          />
          <ColumnsField
            columns={statementColumns}
            names={columnNames}
            headings={headings}
            from={plan.from}
            onChoose={(columns) => onChoose({ columns })}
          />
        </div>
      </details>
      {missing.length > 0 && (
        <p>Choose the columns of: {missing.map((column) => columnNames[column]).join(', ')}.</p>
      )}
    </>
  );
}
