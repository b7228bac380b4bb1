import { type PeopleColumn, peopleColumns } from '@institute/contract/fees.constants';
import type { AdminAnswers } from '../../../api/admin.ts';
import { ColumnsField } from './columns-field.tsx';

type Plan = AdminAnswers['fees']['planPeople'];

const columnNames: Record<PeopleColumn, string> = {
  name: 'Name',
  firstName: 'First Name',
  surname: 'Surname',
  phone: 'Phone',
  program: 'Program',
  start: 'Start',
  owes: 'Owes',
  guardianPhone: 'Guardian Phone',
  email: 'Email',
};

type PeopleColumnsSectionProps = { plan: Plan; onChoose: (columns: Plan['from']) => void };

/** Says which heading each field was read from. */
export function PeopleColumnsSection({ plan, onChoose }: PeopleColumnsSectionProps) {
  const { headings, from, missing } = plan;
  const isNameSplit = from.firstName !== null || from.surname !== null;
  const shown = peopleColumns.filter((column) => {
    if (column === 'name') return from.name !== null || !isNameSplit;
    return from[column] !== null || (column !== 'firstName' && column !== 'surname');
  });
  return (
    <div className="flex flex-col gap-1 text-base">
      <h2 className="font-semibold">Columns</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 wrap-anywhere md:grid-cols-6">
        {shown.map((column) => (
          <div key={column}>
            <dt className="text-sm text-muted">{columnNames[column]}</dt>
            <dd>{from[column] ?? 'No column'}</dd>
          </div>
        ))}
      </dl>
      {from.owes === null && <p>No column says what people owe, so they start without a debt.</p>}
      <details open={missing.length > 0}>
        <summary className="cursor-pointer py-2.5 font-semibold">Change columns</summary>
        {missing.length > 0 && (
          <p className="pb-2">
            Choose the columns of: {missing.map((column) => columnNames[column]).join(', ')}.
          </p>
        )}
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <ColumnsField
            columns={peopleColumns}
            names={columnNames}
            headings={headings}
            from={from}
            onChoose={onChoose}
          />
        </div>
      </details>
    </div>
  );
}
