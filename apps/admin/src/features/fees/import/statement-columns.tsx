import {
  feeMethodNames,
  type StatementColumn,
  statementColumns,
  statementMethods,
} from '@institute/contract/fees.constants';
import { useState } from 'react';
import type { AdminAnswers } from '../../../api/admin.ts';
import { Choice } from '../../../lists/choice.tsx';

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

type StatementColumnsProps = {
  plan: Pick<Plan, 'columns' | 'headings' | 'method' | 'missing'>;
  onChoose: (choices: Partial<Pick<Plan, 'columns' | 'method'>>) => void;
};

/** It stays open while one chooses, although each choice brings another plan. */
export function StatementColumns({ plan, onChoose }: StatementColumnsProps) {
  const { headings, method, missing } = plan;
  const [isOpen, setIsOpen] = useState(missing.length > 0);
  const choices = headings.map((heading, at) => [at, heading || `Column ${at + 1}`] as const);
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
            onChange={(chosen) => onChoose({ method: chosen })}
          />
          {statementColumns.map((column) => (
            <Choice
              key={column}
              label={columnNames[column]}
              all="None"
              choices={choices}
              value={plan.columns[column]}
              onChange={(chosen) => onChoose({ columns: { ...plan.columns, [column]: chosen } })}
            />
          ))}
        </div>
      </details>
      {missing.length > 0 && (
        <p>Choose the columns of: {missing.map((column) => columnNames[column]).join(', ')}.</p>
      )}
    </>
  );
}
