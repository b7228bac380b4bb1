import { type Program, programInput } from '@institute/contract';
import {
  contentStates,
  type ProgramCategory,
  programCategories,
} from '@institute/contract/content.constants';
import { formatNumber, formatPrice } from '@institute/contract/money';
import { capitalise, scheduleChips } from '@institute/contract/text';
import { admin } from '../../api/admin.ts';
import { columns, fieldsOf, required, stack } from '../../content/content-fields.tsx';
import { contentScreen } from '../../content/content-screen.tsx';
import { formOf } from '../../forms/form-resolver.ts';
import {
  hasPublishTime,
  PublishBadge,
  PublishingFields,
  publishTimeMissing,
  stateFilter,
} from '../../forms/publishing.tsx';
import { ChipsCell, dateColumn, imageColumn, nameColumn, textColumn, yesColumn } from '../../lists/cells.tsx';
import { categoryFilter } from '../../lists/list-search.ts';

const schema = programInput.refine(hasPublishTime, publishTimeMissing);
type Values = (typeof schema)['_zod']['input'];
type Input = (typeof schema)['_zod']['output'];

const { text, longText, number, choice, image, toggle } = fieldsOf<Values>();

export const ProgramsScreen = contentScreen<Program, Values, Input, ProgramCategory>('programs', {
  list: {
    api: admin.programs,
    nameOf: ({ name }) => name,
    filter: categoryFilter(programCategories),
    secondFilter: stateFilter(contentStates),
    columns: [
      imageColumn,
      nameColumn('name', 'Name', (program: Program) => <PublishBadge item={program} />),
      { heading: 'Category', sort: 'category', cell: ({ category }) => capitalise(category) },
      textColumn('duration', 'Duration', 'md:min-w-16'),
      {
        heading: 'Price',
        sort: 'price',
        cell: ({ price }) => formatPrice(price),
        className: 'wrap-anywhere md:min-w-28',
      },
      { heading: 'Schedule', cell: ({ schedule }) => <ChipsCell chips={scheduleChips(schedule)} /> },
      yesColumn('isActive', 'Is Active'),
      {
        heading: 'Max Participants',
        sort: 'maxParticipants',
        cell: ({ maxParticipants }) => (maxParticipants === null ? '–' : formatNumber(maxParticipants)),
      },
      dateColumn('createdAt', 'Created'),
      dateColumn('updatedAt', 'Updated'),
    ],
  },
  form: {
    api: admin.programs,
    drafts: admin.programs,
    ...formOf(schema, () => ({
      category: 'training',
      price: undefined,
      maxParticipants: null,
      isActive: true,
      status: 'published',
      publishAt: null,
    })),
    fields: stack(
      text('name', 'Name', required),
      longText('description', 'Description', { rows: 6, ...required }),
      columns(
        choice('category', 'Category', programCategories),
        text('duration', 'Duration', { placeholder: '12 weeks', ...required }),
      ),
      text('schedule', 'Schedule', {
        hint: 'Separated by commas: Mon 9:00–12:00, Wed 9:00–12:00',
        ...required,
      }),
      columns(
        number('price', 'Price', {
          hint: 'In UGX; 1 or less is shown as Free',
          min: 0,
          step: 0.01,
          ...required,
        }),
        number('maxParticipants', 'Max Participants', { hint: 'Empty: no limit', min: 1, step: 1 }),
      ),
      image('imageUrl', 'imageAlt', required),
      toggle('isActive', 'Active'),
      <PublishingFields />,
    ),
  },
});
