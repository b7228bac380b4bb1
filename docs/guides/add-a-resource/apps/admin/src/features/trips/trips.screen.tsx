import { type Trip, tripInput } from '@institute/contract';
import { publishStatuses } from '@institute/contract/content.constants';
import { formatPrice } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { formatDate } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { makeFields, required, stackFields } from '../../content/content-fields.tsx';
import { contentPage } from '../../content/content-page.tsx';
import { contentScreen } from '../../content/content-screen.tsx';
import { PublishBadge, publishingLabels, withPublishTime } from '../../content/publishing.tsx';
import { makeForm } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { imageColumn, makeDateColumn, nameColumn } from '../../lists/cells.tsx';
import { previousRowsOption } from '../../lists/list-search.ts';

type Values = (typeof tripInput)['_zod']['input'];

const labels = {
  title: 'Title',
  destination: 'Destination',
  startsOn: 'Starts on',
  description: 'Description',
  price: 'Price',
  ...imageLabels,
  ...publishingLabels,
};
const { text, longText, number, image } = makeFields<Values>(labels);

const form = {
  api: admin.trips,
  drafts: admin.trips,
  states: publishStatuses,
  labels,
  ...makeForm(withPublishTime(tripInput), () => ({
    price: null,
    status: 'published' as const,
    publishAt: null,
  })),
  fields: stackFields(
    text('title', required),
    longText('description', { rows: 6, ...required }),
    image('imageUrl', 'imageAlt', required),
  ),
  // With more than eight fields the form is a page, not a dialog.
  page: {
    settings: stackFields(
      text('destination', required),
      text('startsOn', { type: 'date', ...required }),
      number('price', { hint: `In ${place.currency}; empty while it is not known`, min: 0, step: 0.01 }),
    ),
    viewPath: ({ id }: Trip) => `/trips/${id}`,
  },
};

export const TripPage = contentPage<Trip, typeof tripInput>('trips', form);

export const TripsScreen = contentScreen<Trip, typeof tripInput>('trips', {
  list: {
    useRows: (query) => admin.trips.list.useQuery(query, previousRowsOption),
    nameOf: ({ title }) => title,
    columns: [
      imageColumn,
      nameColumn('title', labels.title, (trip: Trip) => <PublishBadge item={trip} />),
      { heading: labels.destination, phone: 'text', cell: ({ destination }) => destination },
      { heading: labels.startsOn, phone: 'fact', cell: ({ startsOn }) => formatDate(startsOn) },
      { heading: labels.price, cell: ({ price }) => (price === null ? '–' : formatPrice(price)) },
      makeDateColumn('updatedAt', 'Updated'),
    ],
  },
  form,
});
