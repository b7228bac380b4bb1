import { type PeopleColumn, peopleImportColumns } from '@institute/contract/fees.constants';
import type { AdminAnswers } from '../../../api/admin.ts';
import { type TableChoices, TableSection } from './table-section.tsx';

type PeoplePlan = AdminAnswers['fees']['planPeople'];

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

type PeopleTableSectionProps = {
  plan: PeoplePlan;
  isPending: boolean;
  onChoose: (choices: TableChoices<PeopleColumn>) => void;
};

/** How a list of people is read: its sheets and its columns. */
export const PeopleTableSection = ({ plan, isPending, onChoose }: PeopleTableSectionProps) => (
  <TableSection
    plan={plan}
    fields={peopleImportColumns}
    names={columnNames}
    summary="Change columns"
    isPending={isPending}
    onChoose={onChoose}
    about={<ReadColumnsNote from={plan.from} />}
  />
);

/** Says which heading each field was read from. */
function ReadColumnsNote({ from }: Pick<PeoplePlan, 'from'>) {
  const isNameSplit = from.firstName !== null || from.surname !== null;
  const recognisedColumns = peopleImportColumns.filter((column) => {
    if (column === 'name') return from.name !== null || !isNameSplit;
    return from[column] !== null || (column !== 'firstName' && column !== 'surname');
  });
  return (
    <div className="flex flex-col gap-1 text-base">
      <h2 className="font-semibold">Columns</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 wrap-anywhere md:grid-cols-6">
        {recognisedColumns.map((column) => (
          <div key={column}>
            <dt className="text-sm text-muted">{columnNames[column]}</dt>
            <dd>{from[column] ?? 'No column'}</dd>
          </div>
        ))}
      </dl>
      {from.owes === null && <p>No column says what people owe, so they start without a debt.</p>}
    </div>
  );
}
