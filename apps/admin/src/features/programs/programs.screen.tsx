import { type Program, programInput } from '@institute/contract';
import { contentStates } from '@institute/contract/content.constants';
import { formatNumber, formatPrice } from '@institute/contract/money';
import { type ProgramCategory, programCategories } from '@institute/contract/programs.constants';
import { needs } from '@institute/contract/rights.constants';
import { splitSchedule } from '@institute/contract/text';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import {
  makeFieldComponents,
  makeTitledFieldSection,
  putFieldsInOneColumn,
  requiredProps,
} from '../../content/content-fields.tsx';
import { makeContentPage } from '../../content/content-page.tsx';
import { makeContentScreen } from '../../content/content-screen.tsx';
import {
  InstalmentsField,
  instalmentHints,
  priceField,
  priceLockedMessage,
} from '../../content/instalments-field.tsx';
import {
  makeStateFilter,
  PublishBadge,
  publishingLabels,
  requirePublishTime,
} from '../../content/publishing.tsx';
import { MarkedTextField } from '../../editor/content-field.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import {
  ChipsCell,
  categoryColumn,
  imageColumn,
  makeDateColumn,
  makeNameColumn,
  makeTextColumn,
  makeYesNoColumn,
} from '../../lists/cells.tsx';
import { keepPreviousRowsOption, makeCategoryFilter } from '../../lists/list-search.ts';
import { AsksField } from './asks-field.tsx';
import { ProgramUses } from './program-use-list.tsx';

const programSchema = requirePublishTime(programInput);
type ProgramValues = (typeof programSchema)['_zod']['input'];

const programFieldLabels = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  duration: 'Duration',
  schedule: 'Schedule',
  price: priceField.label,
  maxParticipants: 'Max Participants',
  instalments: 'Instalments',
  asks: 'Papers and questions',
  ...imageLabels,
  isActive: 'Active',
  ...publishingLabels,
};
const { text, number, choice, image } = makeFieldComponents<ProgramValues>(programFieldLabels);

const form = {
  api: admin.programs,
  labels: programFieldLabels,
  drafts: admin.programs,
  states: contentStates,
  ...makeFormDefinition(programSchema, () => ({
    category: 'training' as const,
    price: undefined,
    maxParticipants: null,
    instalments: [],
    asks: [],
    isActive: true,
    status: 'published' as const,
    publishAt: null,
  })),
  fields: putFieldsInOneColumn(
    makeTitledFieldSection(
      'About',
      text('name', requiredProps),
      <MarkedTextField<ProgramValues> name="description" label={programFieldLabels.description} />,
    ),
    makeTitledFieldSection('Fees', <PriceField />, <ProgramInstalments />),
    makeTitledFieldSection('After the registration', <AsksField />),
    image('imageUrl', 'imageAlt', requiredProps),
  ),
  page: {
    settings: putFieldsInOneColumn(
      choice('category', programCategories),
      text('duration', { placeholder: '12 weeks', ...requiredProps }),
      text('schedule', {
        hint: 'Separated by commas: Mon 9:00–12:00, Wed 9:00–12:00',
        ...requiredProps,
      }),
      number('maxParticipants', { hint: 'Empty: no limit', min: 1, step: 1 }),
    ),
    viewPath: ({ id }: Program) => `/programs/${id}`,
  },
};

export const ProgramPage = makeContentPage<Program, typeof programSchema>('programs', form);

export const ProgramsScreen = makeContentScreen<Program, typeof programSchema, ProgramCategory>('programs', {
  list: {
    useRows: (query) => admin.programs.list.useQuery(query, keepPreviousRowsOption),
    nameOf: ({ name }) => name,
    uses: ({ id }) => <ProgramUses id={id} />,
    filter: makeCategoryFilter(programCategories),
    secondFilter: makeStateFilter(contentStates),
    columns: [
      imageColumn,
      makeNameColumn('name', programFieldLabels.name, (program: Program) => <PublishBadge item={program} />),
      categoryColumn,
      makeTextColumn('duration', programFieldLabels.duration),
      {
        heading: programFieldLabels.price,
        phone: 'fact',
        sort: 'price',
        sortedBy: 'number',
        cell: ({ price }) => formatPrice(price),
      },
      {
        heading: programFieldLabels.schedule,
        isText: true,
        cell: ({ schedule }) => <ChipsCell chips={splitSchedule(schedule)} />,
      },
      makeYesNoColumn('isActive', 'Is Active'),
      {
        heading: programFieldLabels.maxParticipants,
        sort: 'maxParticipants',
        sortedBy: 'number',
        cell: ({ maxParticipants }) => (maxParticipants === null ? '–' : formatNumber(maxParticipants)),
      },
      makeDateColumn('createdAt', 'Created'),
      makeDateColumn('updatedAt', 'Updated'),
    ],
  },
  form,
});

/** An account that may not set the price creates programs without a price. */
function PriceField() {
  const { setValue, getValues } = useFormContext<ProgramValues>();
  const readOnly = !useMaySee()(needs.fees);
  useEffect(() => {
    if (readOnly && getValues('price') === undefined) setValue('price', 0);
  }, [readOnly, getValues, setValue]);
  return number('price', {
    ...priceField,
    ...(readOnly && { hint: priceLockedMessage }),
    readOnly,
    ...requiredProps,
  });
}

function ProgramInstalments() {
  const programPrice = useWatch<ProgramValues, 'price'>({ name: 'price' });
  return <InstalmentsField price={programPrice} hint={instalmentHints.program} />;
}
