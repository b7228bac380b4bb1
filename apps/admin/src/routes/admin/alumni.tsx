import { type Alumnus, alumnusInput } from '@institute/contract';
import { type AlumniCategory, alumniCategories, alumniLimits } from '@institute/contract/alumni.constants';
import { kampalaYear } from '@institute/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { Medal } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { resourceWords } from '../../api/resource-words.ts';
import { inTwoColumns, makeFields, required, stackFields } from '../../content/content-fields.tsx';
import { contentScreen } from '../../content/content-screen.tsx';
import { makeForm } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import {
  ChipsCell,
  categoryColumn,
  dateColumn,
  ImageCell,
  nameColumn,
  textColumn,
} from '../../lists/cells.tsx';
import { listRoute } from '../../lists/list-route.ts';
import { categoryFilter } from '../../lists/list-search.ts';

type Values = (typeof alumnusInput)['_zod']['input'];

const labels = {
  name: 'Name',
  position: 'Position',
  currentTeam: 'Current Team',
  graduationYear: 'Graduation Year',
  category: 'Category',
  achievements: 'Achievements',
  image: imageLabels.imageUrl,
  imageAlt: imageLabels.imageAlt,
};
const { text, number, choice, commas, image } = makeFields<Values>(labels);

const AlumniScreen = contentScreen<Alumnus, typeof alumnusInput, AlumniCategory>('alumni', {
  list: {
    api: admin.alumni,
    nameOf: ({ name }) => name,
    filter: categoryFilter(alumniCategories),
    columns: [
      {
        heading: 'Image',
        cell: ({ image, imageAlt, name }) => <ImageCell src={image} alt={imageAlt ?? name} />,
      },
      nameColumn('name', labels.name),
      { ...textColumn('position', labels.position), phone: 'text' },
      textColumn('currentTeam', labels.currentTeam),
      {
        heading: labels.graduationYear,
        phone: 'fact',
        sort: 'graduationYear',
        sortedBy: 'number',
        cell: ({ graduationYear }) => graduationYear,
      },
      categoryColumn,
      { heading: labels.achievements, cell: ({ achievements }) => <ChipsCell chips={achievements} /> },
      dateColumn('createdAt', 'Created At'),
      dateColumn('updatedAt', 'Updated At'),
    ],
  },
  form: {
    api: admin.alumni,
    labels,
    ...makeForm(alumnusInput, () => ({
      graduationYear: kampalaYear(new Date()),
      category: 'professional',
      achievements: [],
    })),
    fields: stackFields(
      text('name', required),
      inTwoColumns(
        text('position', required),
        text('currentTeam'),
        number('graduationYear', { min: alumniLimits.yearMin, step: 1, ...required }),
        choice('category', alumniCategories),
      ),
      commas('achievements'),
      image('image', 'imageAlt', required),
    ),
  },
});

export const Route = createFileRoute('/admin/alumni')({
  ...listRoute('Alumni', ({ alumni }) => alumni.list),
  staticData: {
    resource: {
      words: resourceWords({ one: 'alumni', many: 'alumni' }),
      menu: { order: 6, label: 'Alumni', icon: Medal },
    },
  },
  component: AlumniScreen,
});
