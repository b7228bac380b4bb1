import { type Intake, intakeCreateInput, intakeWishes } from '@institute/contract';
import { formatSeatsLeft } from '@institute/contract/intakes.constants';
import { formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Select } from '@institute/ui/select.tsx';
import { useWatch } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import {
  makeFieldComponents,
  makeTitledFieldSection,
  putFieldsInOneColumn,
  putFieldsInTwoColumns,
  requiredProps,
} from '../../content/content-fields.tsx';
import { makeContentPage } from '../../content/content-page.tsx';
import { makeContentScreen } from '../../content/content-screen.tsx';
import { InstalmentsField, instalmentHints } from '../../content/instalments-field.tsx';
import { ControlledField } from '../../forms/fields.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { makeTextColumn, makeYesNoColumn, NameCell } from '../../lists/cells.tsx';
import { keepPreviousRowsOption } from '../../lists/list-search.ts';
import { MissingChoice } from '../../lists/missing-choice.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { MoveDuesField } from './move-dues-field.tsx';

const intakeSchema = intakeCreateInput.safeExtend(intakeWishes);
type IntakeValues = (typeof intakeSchema)['_zod']['input'];
const intakeFieldLabels = {
  programId: 'Program',
  startsOn: 'Start Date',
  appliesUntil: 'Apply Until',
  seats: 'Seats',
  place: 'Place',
  note: 'Note',
  isOpen: 'Open',
  instalments: 'Instalments',
  remindsOfFees: 'Remind of fees',
  moveDues: 'Move due days',
};
const { text, longText, number, toggle } = makeFieldComponents<IntakeValues>(intakeFieldLabels);
type IntakeRow = Intake & { program?: string };

const addProgramName = (intake: Intake, names: ProgramNames | undefined): IntakeRow => ({
  ...intake,
  ...(names && { program: names.get(intake.programId) ?? 'Deleted program' }),
});

const nameIntake = ({ program, startsOn }: IntakeRow) =>
  program ? `${program}, ${formatDate(startsOn)}` : formatDate(startsOn);

const openClassList = ({ id }: IntakeRow) =>
  window.open(`/admin/intakes/${id}/class-list`, '_blank', 'noopener');

const form = {
  api: admin.intakes,
  labels: intakeFieldLabels,
  drafts: { versions: admin.intakes.versions },
  ...makeFormDefinition(intakeSchema, () => ({
    programId: undefined,
    seats: null,
    isOpen: true,
    instalments: [],
    remindsOfFees: true,
    moveDues: false,
  })),
  fields: (id: number | null) =>
    putFieldsInOneColumn(
      makeTitledFieldSection(
        'About',
        <MissingChoice of="programs" />,
        <ProgramField />,
        putFieldsInTwoColumns(
          text('startsOn', { type: 'date', hint: 'The first day of the course', ...requiredProps }),
          text('appliesUntil', { type: 'date', hint: 'Empty: until the start' }),
        ),
        <MoveDuesField id={id} />,
        longText('note', { hint: "Visitors read it on the program's page", rows: 3 }),
      ),
      makeTitledFieldSection('Fees', <IntakeInstalments />, toggle('remindsOfFees')),
    ),
  page: {
    settings: putFieldsInOneColumn(
      toggle('isOpen'),
      number('seats', { hint: 'Empty: no limit', min: 1, step: 1 }),
      text('place', { hint: 'A room or a campus' }),
    ),
  },
};

export const IntakePage = makeContentPage<IntakeRow, typeof intakeSchema>('intakes', form);

export const IntakesScreen = makeContentScreen<IntakeRow, typeof intakeSchema>('intakes', {
  list: {
    useRows: (query) => {
      const { data: names, isPending } = admin.registrations.choices.useQuery(undefined, {
        select: mapProgramNames,
      });
      const intakesQuery = admin.intakes.list.useQuery(query, {
        ...keepPreviousRowsOption,
        select: ({ items, total }) => ({ total, items: items.map((one) => addProgramName(one, names)) }),
      });
      // The rows appear together with the program names, so that no button changes its name under a finger.
      return isPending ? { ...intakesQuery, data: undefined } : intakesQuery;
    },
    nameOf: nameIntake,
    more: (intake) => (
      <RowButton does="Class List" name={nameIntake(intake)} onClick={() => openClassList(intake)} />
    ),
    columns: [
      {
        heading: intakeFieldLabels.programId,
        sort: 'program',
        phone: 'title',
        cell: ({ program = '' }) => <NameCell>{program}</NameCell>,
      },
      {
        heading: intakeFieldLabels.startsOn,
        phone: 'fact',
        sort: 'startsOn',
        sortedBy: 'day',
        cell: ({ startsOn }) => formatDate(startsOn),
      },
      {
        heading: intakeFieldLabels.appliesUntil,
        sort: 'appliesUntil',
        sortedBy: 'day',
        cell: ({ appliesUntil }) => (appliesUntil ? formatDate(appliesUntil) : '–'),
      },
      {
        heading: intakeFieldLabels.seats,
        sort: 'seats',
        sortedBy: 'number',
        cell: ({ seats }) => (seats === null ? '–' : formatNumber(seats)),
      },
      {
        heading: 'Left',
        phone: 'fact',
        sort: 'seatsLeft',
        sortedBy: 'number',
        cell: ({ seatsLeft }) => formatSeatsLeft(seatsLeft) || '–',
      },
      makeTextColumn('place', intakeFieldLabels.place),
      makeYesNoColumn('isOpen', intakeFieldLabels.isOpen),
    ],
  },
  form,
});

type CourseChoices = AdminAnswers['registrations']['choices'];
const mapProgramNames = ({ programs }: CourseChoices) => new Map(programs.map(({ id, name }) => [id, name]));
const mapProgramPrices = ({ programs }: CourseChoices) =>
  new Map(programs.map(({ id, price }) => [id, price]));

type ProgramNames = ReturnType<typeof mapProgramNames>;

function IntakeInstalments() {
  const programId = useWatch<IntakeValues, 'programId'>({ name: 'programId' });
  const { data: prices } = admin.registrations.choices.useQuery(undefined, { select: mapProgramPrices });
  return <InstalmentsField price={prices?.get(Number(programId))} hint={instalmentHints.intake} />;
}

function ProgramField() {
  const { data: names } = admin.registrations.choices.useQuery(undefined, { select: mapProgramNames });
  return (
    <ControlledField<IntakeValues, 'programId'> name="programId" label={intakeFieldLabels.programId} required>
      {({ value, onChange, ...field }) => (
        <Select
          {...field}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value ? Number(target.value) : undefined)}
          choices={[...(names ?? [])]}
        >
          <option value="">{names ? 'Choose a program' : 'Loading programs…'}</option>
        </Select>
      )}
    </ControlledField>
  );
}
