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
import {
  makeFieldComponents,
  putFieldsInOneColumn,
  putFieldsInTwoColumns,
  requiredProps,
} from '../../content/content-fields.tsx';
import { ContentScreen } from '../../content/content-screen.tsx';
import { ChoiceField } from '../../forms/fields.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import {
  ChipsCell,
  categoryColumn,
  ImageCell,
  makeDateColumn,
  makeNameColumn,
  makeTextColumn,
} from '../../lists/cells.tsx';
import { declareListRoute } from '../../lists/list-route.ts';
import { keepPreviousRowsOption, type ListQuery, makeCategoryFilter } from '../../lists/list-search.ts';

type AlumnusValues = (typeof alumnusInput)['_zod']['input'];

const form = makeFormDefinition(alumnusInput, () => ({
  graduationYear: toLocalYear(new Date()),
  category: 'professional' as const,
  achievements: [],
}));

/** The labels of the fields: the words of the school, or the form's own words where the school has none. */
function toAlumniLabels({ position, currentTeam, graduationYear, achievements }: AlumniWords) {
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

const useAlumni = (query: ListQuery<AlumniCategory>) =>
  admin.alumni.list.useQuery(query, keepPreviousRowsOption);

function AlumniScreen() {
  const alumniWords = useSite().alumniWords;
  const alumniFieldLabels = toAlumniLabels(fillAlumniWords(alumniWords));
  const findCategoryLabel = (category: AlumniCategory) => alumniWords[category] || capitalise(category);
  const categoryChoices = alumniCategories.map(
    (category) => [category, findCategoryLabel(category)] as const,
  );
  const { text, number, commas, image } = makeFieldComponents<AlumnusValues>(alumniFieldLabels);
  return (
    <ContentScreen
      resource="alumni"
      list={{
        useRows: useAlumni,
        nameOf: ({ name }: Alumnus) => name,
        filter: { ...makeCategoryFilter(alumniCategories), choices: categoryChoices },
        columns: [
          {
            heading: 'Image',
            cell: ({ image, imageAlt, name }) => <ImageCell src={image} alt={imageAlt ?? name} />,
          },
          makeNameColumn('name', alumniFieldLabels.name),
          { ...makeTextColumn('position', alumniFieldLabels.position), phone: 'text' },
          makeTextColumn('currentTeam', alumniFieldLabels.currentTeam),
          {
            heading: alumniFieldLabels.graduationYear,
            phone: 'fact',
            sort: 'graduationYear',
            sortedBy: 'number',
            cell: ({ graduationYear }) => graduationYear,
          },
          { ...categoryColumn, cell: ({ category }) => findCategoryLabel(category) },
          {
            heading: alumniFieldLabels.achievements,
            isText: true,
            cell: ({ achievements }) => <ChipsCell chips={achievements} />,
          },
          makeDateColumn('createdAt', 'Created At'),
          makeDateColumn('updatedAt', 'Updated At'),
        ],
      }}
      form={{
        api: admin.alumni,
        labels: alumniFieldLabels,
        ...form,
        fields: putFieldsInOneColumn(
          text('name', requiredProps),
          putFieldsInTwoColumns(
            text('position', requiredProps),
            text('currentTeam'),
            number('graduationYear', { min: alumniLimits.yearMin, step: 1, ...requiredProps }),
            <ChoiceField<AlumnusValues>
              name="category"
              label={alumniFieldLabels.category}
              choices={categoryChoices}
            />,
          ),
          commas('achievements'),
          image('image', 'imageAlt', requiredProps),
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
