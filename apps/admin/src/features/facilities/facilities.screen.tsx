import { type Facility, facilityInput } from '@institute/contract';
import { facilityDefaults, facilityPreviewLimits } from '@institute/contract/facilities.constants';
import { truncate } from '@institute/contract/text';
import { admin } from '../../api/admin.ts';
import {
  makeFieldComponents,
  makeTitledFieldSection,
  putFieldsInOneColumn,
  requiredProps,
} from '../../content/content-fields.tsx';
import { makeContentPage } from '../../content/content-page.tsx';
import { makeContentScreen } from '../../content/content-screen.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { imageColumn, ListCell, makeDateColumn, makeNameColumn } from '../../lists/cells.tsx';
import { keepPreviousRowsOption } from '../../lists/list-search.ts';

type FacilityValues = (typeof facilityInput)['_zod']['input'];

const facilityFieldLabels = {
  name: 'Name',
  description: 'Description',
  features: 'Features',
  equipment: 'Equipment',
  ...imageLabels,
  openingHours: 'Opening Hours',
  availableDays: 'Available Days',
  capacity: 'Capacity',
  maintenance: 'Maintenance',
};
const { text, longText, lines, image } = makeFieldComponents<FacilityValues>(facilityFieldLabels);

const form = {
  api: admin.facilities,
  labels: facilityFieldLabels,
  ...makeFormDefinition(facilityInput, () => ({ features: [], equipment: [] })),
  fields: putFieldsInOneColumn(
    makeTitledFieldSection(
      'About',
      text('name', requiredProps),
      longText('description', requiredProps),
      lines('features', requiredProps),
      lines('equipment', requiredProps),
    ),
    image('imageUrl', 'imageAlt', requiredProps),
  ),
  page: {
    settings: putFieldsInOneColumn(
      text('openingHours', { placeholder: facilityDefaults.openingHours }),
      text('availableDays', { placeholder: facilityDefaults.availableDays }),
      text('capacity', { placeholder: facilityDefaults.capacity }),
      text('maintenance', { placeholder: facilityDefaults.maintenance }),
    ),
    viewPath: ({ id }: Facility) => `/facilities/${id}`,
  },
};

export const FacilityPage = makeContentPage<Facility, typeof facilityInput>('facilities', form);

export const FacilitiesScreen = makeContentScreen<Facility, typeof facilityInput>('facilities', {
  list: {
    useRows: (query) => admin.facilities.list.useQuery(query, keepPreviousRowsOption),
    nameOf: ({ name }) => name,
    columns: [
      imageColumn,
      makeNameColumn('name', facilityFieldLabels.name),
      {
        heading: facilityFieldLabels.description,
        phone: 'text',
        cell: ({ description }) => truncate(description, facilityPreviewLimits.description),
        isText: true,
      },
      {
        heading: facilityFieldLabels.features,
        cell: ({ features }) => <ListCell items={features} shown={2} />,
        isText: true,
      },
      {
        heading: facilityFieldLabels.equipment,
        cell: ({ equipment }) => <ListCell items={equipment} shown={2} />,
        isText: true,
      },
      makeDateColumn('createdAt', 'Created'),
      makeDateColumn('updatedAt', 'Updated'),
    ],
  },
  form,
});
