import { type Facility, facilityInput } from '@institute/contract';
import { facilityDefaults, facilityPreview } from '@institute/contract/content.constants';
import { truncate } from '@institute/contract/text';
import { admin } from '../../api/admin.ts';
import { contentScreen } from '../../content/content-screen.tsx';
import { LongTextField, TextField } from '../../forms/fields.tsx';
import { formOf } from '../../forms/form-resolver.ts';
import { ListField } from '../../forms/list-field.tsx';
import { ImageField } from '../../images/image-field.tsx';
import { dateColumn, ImageCell, ListCell, nameColumn } from '../../lists/cells.tsx';

type Values = (typeof facilityInput)['_zod']['input'];
type Input = (typeof facilityInput)['_zod']['output'];

export const FacilitiesScreen = contentScreen<Facility, Values, Input>('facilities', {
  list: {
    api: admin.facilities,
    nameOf: ({ name }) => name,
    columns: [
      {
        heading: 'Image',
        plain: true,
        cell: ({ imageUrl, imageAlt }) => <ImageCell src={imageUrl} alt={imageAlt} />,
      },
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
    fields: (
      <>
        <TextField<Values> name="name" label="Name" required />
        <LongTextField<Values> name="description" label="Description" required />
        <div className="grid gap-4 md:grid-cols-2">
          <ListField<Values>
            name="features"
            label="Features"
            hint="One on each line"
            separator={'\n'}
            required
          />
          <ListField<Values>
            name="equipment"
            label="Equipment"
            hint="One on each line"
            separator={'\n'}
            required
          />
        </div>
        <ImageField<Values> name="imageUrl" altName="imageAlt" required />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField<Values>
            name="openingHours"
            label="Opening Hours"
            placeholder={facilityDefaults.openingHours}
          />
          <TextField<Values>
            name="availableDays"
            label="Available Days"
            placeholder={facilityDefaults.availableDays}
          />
          <TextField<Values> name="capacity" label="Capacity" placeholder={facilityDefaults.capacity} />
          <TextField<Values>
            name="maintenance"
            label="Maintenance"
            placeholder={facilityDefaults.maintenance}
          />
        </div>
      </>
    ),
  },
});
