import { type Alumnus, alumnusInput } from '@institute/contract';
import { type AlumniCategory, alumniCategories, alumniLimits } from '@institute/contract/alumni.constants';
import { type AlumniWords, fillAlumniWords } from '@institute/contract/alumni-words.constants';
import { capitalise } from '@institute/contract/text';
import { toLocalYear } from '@institute/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { Medal } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { useSite } from '../../api/site.ts';
import { arrangeInTwoColumns, makeFields, required, stackFields } from '../../content/content-fields.tsx';
import { ContentScreen } from '../../content/content-screen.tsx';
import { ChoiceField } from '../../forms/fields.tsx';
import { makeForm } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import {
  ChipsCell,
  categoryColumn,
  ImageCell,
  makeDateColumn,
  makeTextColumn,
  nameColumn,
} from '../../lists/cells.tsx';
import { declareListRoute } from '../../lists/list-route.ts';
import { type ListQuery, makeCategoryFilter, previousRowsOption } from '../../lists/list-search.ts';

type Values = (typeof alumnusInput)['_zod']['input'];

const form = makeForm(alumnusInput, () => ({
  graduationYear: toLocalYear(new Date()),
  category: 'professional' as const,
  achievements: [],
}));

/** The school's words, and those of the form where it has none. */
function toLabels({ position, currentTeam, graduationYear, achievements }: AlumniWords) {
  return {
    name: 'Name',
    position,
    currentTeam,
    graduationYear,
    category: 'Category',
    achievements,
    image: imageLabels.imageUrl,
    imageAlt: imageLabels.imageAlt,
  };
}

const useAlumni = (query: ListQuery<AlumniCategory>) => admin.alumni.list.useQuery(query, previousRowsOption);

function AlumniScreen() {
  const alumniWords = useSite().alumniWords;
  const labels = toLabels(fillAlumniWords(alumniWords));
  const findLabel = (category: AlumniCategory) => alumniWords[category] || capitalise(category);
  const choices = alumniCategories.map((category) => [category, findLabel(category)] as const);
  const { text, number, commas, image } = makeFields<Values>(labels);
  return (
    <ContentScreen
      resource="alumni"
      list={{
        useRows: useAlumni,
        nameOf: ({ name }: Alumnus) => name,
        filter: { ...makeCategoryFilter(alumniCategories), choices },
        columns: [
          {
            heading: 'Image',
            cell: ({ image, imageAlt, name }) => <ImageCell src={image} alt={imageAlt ?? name} />,
          },
          nameColumn('name', labels.name),
          { ...makeTextColumn('position', labels.position), phone: 'text' },
          makeTextColumn('currentTeam', labels.currentTeam),
          {
            heading: labels.graduationYear,
            phone: 'fact',
            sort: 'graduationYear',
            sortedBy: 'number',
            cell: ({ graduationYear }) => graduationYear,
          },
          { ...categoryColumn, cell: ({ category }) => findLabel(category) },
          {
            heading: labels.achievements,
            isText: true,
            cell: ({ achievements }) => <ChipsCell chips={achievements} />,
          },
          makeDateColumn('createdAt', 'Created At'),
          makeDateColumn('updatedAt', 'Updated At'),
        ],
      }}
      form={{
        api: admin.alumni,
        labels,
        ...form,
        fields: stackFields(
          text('name', required),
          arrangeInTwoColumns(
            text('position', required),
            text('currentTeam'),
            number('graduationYear', { min: alumniLimits.yearMin, step: 1, ...required }),
            <ChoiceField<Values> name="category" label={labels.category} choices={choices} />,
          ),
          commas('achievements'),
          image('image', 'imageAlt', required),
        ),
      }}
    />
  );
}

export const Route = createFileRoute('/admin/alumni')({
  ...declareListRoute('Alumni', ({ alumni }) => alumni.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'alumni', many: 'alumni' }),
      menu: { order: 6, label: 'Alumni', icon: Medal },
    },
  },
  component: AlumniScreen,
});
