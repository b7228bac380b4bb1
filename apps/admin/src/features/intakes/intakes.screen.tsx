import { type Intake, intakeCreate } from '@institute/contract';
import { placesText } from '@institute/contract/content.constants';
import { formatNumber } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';
import { contentScreen } from '../../content/content-screen.tsx';
import type { ListApi } from '../../content/resource-api.ts';
import { LongTextField, NumberField, SwitchField, TextField } from '../../forms/fields.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import { NameCell } from '../../lists/cells.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { ProgramField, useProgramNames } from './program-field.tsx';

type Values = (typeof intakeCreate)['_zod']['input'];
type Input = (typeof intakeCreate)['_zod']['output'];
type Row = Intake & { program?: string };

const list: ListApi<Row, never>['list'] = {
  useQuery: (query, { placeholderData, ...options }) => {
    const names = useProgramNames();
    return admin.intakes.list.useQuery(query, {
      ...options,
      select: ({ items, total }) => ({ total, items: items.map((intake) => named(intake, names)) }),
      ...(placeholderData && { placeholderData: keepPreviousData }),
    });
  },
};

const named = (intake: Intake, names: ReturnType<typeof useProgramNames>): Row => ({
  ...intake,
  ...(names && { program: names.get(intake.programId) ?? 'Deleted program' }),
});

const nameOf = ({ program = '', startsOn }: Row) => `${program}, ${formatDate(startsOn)}`;

const openClassList = ({ id }: Row) => window.open(`/admin/intakes/${id}/class-list`, '_blank', 'noopener');

export const IntakesScreen = contentScreen<Row, Values, Input>('intakes', {
  list: {
    // The client is a proxy, so a spread would copy nothing.
    api: { list, remove: admin.intakes.remove },
    nameOf,
    more: (intake) => (
      <RowButton does="Class List" name={nameOf(intake)} onClick={() => openClassList(intake)} />
    ),
    columns: [
      {
        heading: 'Program',
        sort: 'program',
        plain: true,
        cell: ({ program = '' }) => <NameCell>{program}</NameCell>,
      },
      { heading: 'Start Date', sort: 'startsOn', cell: ({ startsOn }) => formatDate(startsOn) },
      {
        heading: 'Apply Until',
        sort: 'appliesUntil',
        cell: ({ appliesUntil }) => (appliesUntil ? formatDate(appliesUntil) : '–'),
      },
      { heading: 'Seats', sort: 'seats', cell: ({ seats }) => (seats === null ? '–' : formatNumber(seats)) },
      { heading: 'Left', sort: 'seatsLeft', cell: ({ seatsLeft }) => placesText(seatsLeft) || '–' },
      {
        heading: 'Place',
        sort: 'place',
        cell: ({ place }) => place ?? '–',
        className: 'wrap-anywhere md:min-w-28',
      },
      {
        heading: 'Open',
        sort: 'isOpen',
        cell: ({ isOpen }) => <Badge tone={isOpen ? 'green' : 'neutral'}>{isOpen ? 'Yes' : 'No'}</Badge>,
      },
    ],
  },
  form: {
    api: admin.intakes,
    drafts: { versions: admin.intakes.versions },
    resolver: formResolver(intakeCreate),
    valuesOf: (intake) => ({
      programId: intake?.programId,
      startsOn: intake?.startsOn ?? '',
      appliesUntil: intake?.appliesUntil ?? '',
      seats: intake?.seats ?? null,
      place: intake?.place ?? '',
      note: intake?.note ?? '',
      isOpen: intake?.isOpen ?? true,
    }),
    fields: (
      <>
        <ProgramField<Values> name="programId" label="Program" required />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField<Values>
            name="startsOn"
            label="Start Date"
            type="date"
            hint="The first day of the course"
            required
          />
          <TextField<Values>
            name="appliesUntil"
            label="Apply Until"
            type="date"
            hint="Empty: until the start"
          />
          <NumberField<Values> name="seats" label="Seats" hint="Empty: no limit" min={1} step={1} />
          <TextField<Values> name="place" label="Place" hint="A room or a campus" />
        </div>
        <LongTextField<Values>
          name="note"
          label="Note"
          hint="Visitors read it on the program's page"
          rows={3}
        />
        <SwitchField<Values> name="isOpen" label="Open" />
      </>
    ),
  },
});
