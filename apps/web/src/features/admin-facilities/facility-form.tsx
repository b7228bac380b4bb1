import { zodResolver } from '@hookform/resolvers/zod';
import { type Facility, facilityInput } from '@institute/contract';
import { facilityDefaults } from '@institute/contract/constants';
import { LongTextField, TextField } from '../../admin-ui/form/fields.tsx';
import { typed, typedList } from '../../admin-ui/form/typed-list.ts';
import { PictureField } from '../../admin-ui/images/picture-field.tsx';
import type { FormKind } from '../../admin-ui/resource/content-resource.ts';
import { admin } from '../../api/admin.ts';
import { facilityWords } from './facility-list.tsx';

const { features, equipment } = facilityInput.shape;
const schema = facilityInput.extend({
  features: typedList('\n', features),
  equipment: typedList('\n', equipment),
});
type Values = (typeof schema)['_zod']['input'];
type Input = (typeof schema)['_zod']['output'];

export const facilityForm: FormKind<Facility, Values, Input> = {
  words: facilityWords,
  api: admin.facilities,
  resolver: zodResolver(schema),
  valuesOf: (facility) => ({
    name: facility?.name ?? '',
    description: facility?.description ?? '',
    features: typed('\n', facility?.features),
    equipment: typed('\n', facility?.equipment),
    imageUrl: facility?.imageUrl ?? '',
    imageAlt: facility?.imageAlt ?? '',
    openingHours: facility?.openingHours ?? '',
    availableDays: facility?.availableDays ?? '',
    capacity: facility?.capacity ?? '',
    maintenance: facility?.maintenance ?? '',
  }),
  fields: (
    <>
      <TextField<Values> name="name" label="Name" required />
      <LongTextField<Values> name="description" label="Description" required />
      <div className="grid gap-4 md:grid-cols-2">
        <LongTextField<Values> name="features" label="Features" hint="One on each line" required />
        <LongTextField<Values> name="equipment" label="Equipment" hint="One on each line" required />
      </div>
      <PictureField<Values> name="imageUrl" altName="imageAlt" required />
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
};
