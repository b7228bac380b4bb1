import { zodResolver } from '@hookform/resolvers/zod';
import { type Trip, tripInput } from '@institute/contract';
import { formatPrice } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { contentScreen } from '../../content/content-screen.tsx';
import { LongTextField, NumberField, TextField } from '../../forms/fields.tsx';
import {
  hasPublishTime,
  PublishBadge,
  PublishingFields,
  publishTimeMissing,
} from '../../forms/publishing.tsx';
import { ImageField } from '../../images/image-field.tsx';
import { DateCell, ImageCell, NameCell } from '../../lists/cells.tsx';

const schema = tripInput.refine(hasPublishTime, publishTimeMissing);
type Values = (typeof schema)['_zod']['input'];
type Input = (typeof schema)['_zod']['output'];

export const TripsScreen = contentScreen<Trip, Values, Input>('trips', {
  list: {
    api: admin.trips,
    nameOf: ({ title }) => title,
    columns: [
      {
        heading: 'Image',
        plain: true,
        cell: ({ imageUrl, imageAlt }) => <ImageCell src={imageUrl} alt={imageAlt} />,
      },
      {
        heading: 'Title',
        plain: true,
        cell: (trip) => (
          <div>
            <NameCell>{trip.title}</NameCell>
            <PublishBadge item={trip} />
          </div>
        ),
      },
      { heading: 'Destination', cell: ({ destination }) => destination },
      { heading: 'Starts', cell: ({ startsOn }) => formatDate(startsOn) },
      { heading: 'Price', cell: ({ price }) => (price === null ? '–' : formatPrice(price)) },
      { heading: 'Updated', cell: ({ updatedAt }) => <DateCell value={updatedAt} /> },
    ],
  },
  form: {
    api: admin.trips,
    drafts: admin.trips,
    resolver: zodResolver(schema),
    valuesOf: (trip) => ({
      title: trip?.title ?? '',
      destination: trip?.destination ?? '',
      startsOn: trip?.startsOn ?? '',
      description: trip?.description ?? '',
      price: trip?.price ?? null,
      imageUrl: trip?.imageUrl ?? '',
      imageAlt: trip?.imageAlt ?? '',
      status: trip?.status ?? 'published',
      publishAt: trip?.publishAt ?? null,
    }),
    fields: (
      <>
        <TextField<Values> name="title" label="Title" required />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField<Values> name="destination" label="Destination" required />
          <TextField<Values> name="startsOn" label="Starts on" type="date" required />
        </div>
        <LongTextField<Values> name="description" label="Description" required rows={6} />
        <NumberField<Values>
          name="price"
          label="Price"
          hint="In UGX; empty while it is not known"
          min={0}
          step={0.01}
        />
        <ImageField<Values> name="imageUrl" altName="imageAlt" required />
        <PublishingFields />
      </>
    ),
  },
});
