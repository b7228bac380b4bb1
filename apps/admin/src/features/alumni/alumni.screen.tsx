import { type Alumnus, alumnusInput } from '@institute/contract';
import { type AlumniCategory, alumniCategories, alumniLimits } from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { kampalaYear } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { contentScreen } from '../../content/content-screen.tsx';
import { ChoiceField, NumberField, TextField } from '../../forms/fields.tsx';
import { formOf } from '../../forms/form-resolver.ts';
import { ListField } from '../../forms/list-field.tsx';
import { ImageField } from '../../images/image-field.tsx';
import { ChipsCell, dateColumn, ImageCell, nameColumn, textColumn } from '../../lists/cells.tsx';
import { categoryFilter } from '../../lists/list-search.ts';

type Values = (typeof alumnusInput)['_zod']['input'];
type Input = (typeof alumnusInput)['_zod']['output'];

const categories = alumniCategories.map((value) => ({ value, label: capitalise(value) }));

export const AlumniScreen = contentScreen<Alumnus, Values, Input, AlumniCategory>('alumni', {
  list: {
    api: admin.alumni,
    nameOf: ({ name }) => name,
    filter: categoryFilter(alumniCategories),
    columns: [
      {
        heading: 'Image',
        plain: true,
        cell: ({ image, imageAlt, name }) => <ImageCell src={image} alt={imageAlt ?? name} />,
      },
      nameColumn('name', 'Name'),
      textColumn('position', 'Position'),
      textColumn('currentTeam', 'Current Team'),
      { heading: 'Graduation Year', sort: 'graduationYear', cell: ({ graduationYear }) => graduationYear },
      { heading: 'Category', sort: 'category', cell: ({ category }) => capitalise(category) },
      { heading: 'Achievements', cell: ({ achievements }) => <ChipsCell chips={achievements} /> },
      dateColumn('createdAt', 'Created At'),
      dateColumn('updatedAt', 'Updated At'),
    ],
  },
  form: {
    api: admin.alumni,
    ...formOf(alumnusInput, () => ({
      graduationYear: kampalaYear(new Date()),
      category: 'professional',
      achievements: [],
    })),
    fields: (
      <>
        <TextField<Values> name="name" label="Name" required />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField<Values> name="position" label="Position" required />
          <TextField<Values> name="currentTeam" label="Current Team" />
          <NumberField<Values>
            name="graduationYear"
            label="Graduation Year"
            min={alumniLimits.yearMin}
            step={1}
            required
          />
          <ChoiceField<Values> name="category" label="Category" choices={categories} />
        </div>
        <ListField<Values>
          name="achievements"
          label="Achievements"
          hint="Separated by commas"
          separator=","
        />
        <ImageField<Values> name="image" altName="imageAlt" required />
      </>
    ),
  },
});
