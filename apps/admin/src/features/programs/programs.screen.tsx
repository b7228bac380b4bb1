import { type Program, programInput } from '@institute/contract';
import {
  contentStates,
  type ProgramCategory,
  programCategories,
} from '@institute/contract/content.constants';
import { formatNumber, formatPrice } from '@institute/contract/money';
import { capitalise, scheduleChips } from '@institute/contract/text';
import { admin } from '../../api/admin.ts';
import { contentScreen } from '../../content/content-screen.tsx';
import { ChoiceField, LongTextField, NumberField, SwitchField, TextField } from '../../forms/fields.tsx';
import { formOf } from '../../forms/form-resolver.ts';
import {
  hasPublishTime,
  PublishBadge,
  PublishingFields,
  publishTimeMissing,
  stateFilter,
} from '../../forms/publishing.tsx';
import { ImageField } from '../../images/image-field.tsx';
import { ChipsCell, dateColumn, ImageCell, NameCell, textColumn, yesColumn } from '../../lists/cells.tsx';
import { categoryFilter } from '../../lists/list-search.ts';

const schema = programInput.refine(hasPublishTime, publishTimeMissing);
type Values = (typeof schema)['_zod']['input'];
type Input = (typeof schema)['_zod']['output'];

const categories = programCategories.map((value) => ({ value, label: capitalise(value) }));

export const ProgramsScreen = contentScreen<Program, Values, Input, ProgramCategory>('programs', {
  list: {
    api: admin.programs,
    nameOf: ({ name }) => name,
    filter: categoryFilter(programCategories),
    secondFilter: stateFilter(contentStates),
    columns: [
      {
        heading: 'Image',
        plain: true,
        cell: ({ imageUrl, imageAlt }) => <ImageCell src={imageUrl} alt={imageAlt} />,
      },
      {
        heading: 'Name',
        sort: 'name',
        plain: true,
        cell: (program) => (
          <div>
            <NameCell>{program.name}</NameCell>
            <PublishBadge item={program} />
          </div>
        ),
      },
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
    fields: (
      <>
        <TextField<Values> name="name" label="Name" required />
        <LongTextField<Values> name="description" label="Description" required rows={6} />
        <div className="grid gap-4 md:grid-cols-2">
          <ChoiceField<Values> name="category" label="Category" choices={categories} />
          <TextField<Values> name="duration" label="Duration" placeholder="12 weeks" required />
        </div>
        <TextField<Values>
          name="schedule"
          label="Schedule"
          hint="Separated by commas: Mon 9:00–12:00, Wed 9:00–12:00"
          required
        />
        <div className="grid gap-4 md:grid-cols-2">
          <NumberField<Values>
            name="price"
            label="Price"
            hint="In UGX; 1 or less is shown as Free"
            min={0}
            step={0.01}
            required
          />
          <NumberField<Values>
            name="maxParticipants"
            label="Max Participants"
            hint="Empty: no limit"
            min={1}
            step={1}
          />
        </div>
        <ImageField<Values> name="imageUrl" altName="imageAlt" required />
        <SwitchField<Values> name="isActive" label="Active" />
        <PublishingFields />
      </>
    ),
  },
});
