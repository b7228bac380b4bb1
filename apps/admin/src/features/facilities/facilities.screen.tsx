import { type Facility, facilityInput } from '@institute/contract';
import { facilityDefaults, facilityPreview } from '@institute/contract/content.constants';
import { truncate } from '@institute/contract/text';
import { admin } from '../../api/admin.ts';
import { columns, fieldsOf, required, stack } from '../../content/content-fields.tsx';
import { contentScreen } from '../../content/content-screen.tsx';
import { formOf } from '../../forms/form-resolver.ts';
import { dateColumn, imageColumn, ListCell, nameColumn } from '../../lists/cells.tsx';

type Values = (typeof facilityInput)['_zod']['input'];
type Input = (typeof facilityInput)['_zod']['output'];

const { text, longText, lines, image } = fieldsOf<Values>();

export const FacilitiesScreen = contentScreen<Facility, Values, Input>('facilities', {
  list: {
    api: admin.facilities,
    nameOf: ({ name }) => name,
    columns: [
      imageColumn,
      nameColumn('name', 'Name'),
      {
        heading: 'Description',
        cell: ({ description }) => truncate(description, facilityPreview.description),
        className: 'wrap-anywhere md:min-w-44',
      },
      {
        heading: 'Features',
        cell: ({ features }) => <ListCell items={features} shown={2} />,
        className: 'wrap-anywhere md:min-w-32',
      },
      {
        heading: 'Equipment',
        cell: ({ equipment }) => <ListCell items={equipment} shown={2} />,
        className: 'wrap-anywhere md:min-w-32',
      },
      dateColumn('createdAt', 'Created'),
      dateColumn('updatedAt', 'Updated'),
    ],
  },
  form: {
    api: admin.facilities,
    ...formOf(facilityInput, () => ({ features: [], equipment: [] })),
    fields: stack(
      text('name', 'Name', required),
      longText('description', 'Description', required),
      columns(lines('features', 'Features', required), lines('equipment', 'Equipment', required)),
      image('imageUrl', 'imageAlt', required),
      columns(
        text('openingHours', 'Opening Hours', { placeholder: facilityDefaults.openingHours }),
        text('availableDays', 'Available Days', { placeholder: facilityDefaults.availableDays }),
        text('capacity', 'Capacity', { placeholder: facilityDefaults.capacity }),
        text('maintenance', 'Maintenance', { placeholder: facilityDefaults.maintenance }),
      ),
    ),
  },
});
