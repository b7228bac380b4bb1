import { type Alumnus, alumnusInput } from '@institute/contract';
import { type AlumniCategory, alumniCategories, alumniLimits } from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { kampalaYear } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { columns, fieldsOf, required, stack } from '../../content/content-fields.tsx';
import { contentScreen } from '../../content/content-screen.tsx';
import { formOf } from '../../forms/form-resolver.ts';
import { ChipsCell, dateColumn, ImageCell, nameColumn, textColumn } from '../../lists/cells.tsx';
import { categoryFilter } from '../../lists/list-search.ts';

type Values = (typeof alumnusInput)['_zod']['input'];
type Input = (typeof alumnusInput)['_zod']['output'];

const { text, number, choice, commas, image } = fieldsOf<Values>();

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
    fields: stack(
      text('name', 'Name', required),
      columns(
        text('position', 'Position', required),
        text('currentTeam', 'Current Team'),
        number('graduationYear', 'Graduation Year', { min: alumniLimits.yearMin, step: 1, ...required }),
        choice('category', 'Category', alumniCategories),
      ),
      commas('achievements', 'Achievements'),
      image('image', 'imageAlt', required),
    ),
  },
});
