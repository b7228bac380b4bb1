import { type Trip, tripInput } from '@institute/contract';
import { publishStatuses } from '@institute/contract/content.constants';
import { formatPrice } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { inTwoColumns, makeFields, required, stackFields } from '../../content/content-fields.tsx';
import { contentScreen } from '../../content/content-screen.tsx';
import { PublishBadge, publishingLabels, withPublishTime } from '../../content/publishing.tsx';
import { makeForm } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { dateColumn, imageColumn, nameColumn } from '../../lists/cells.tsx';

const schema = withPublishTime(tripInput);
type Values = (typeof schema)['_zod']['input'];
type Input = (typeof schema)['_zod']['output'];

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

export const TripsScreen = contentScreen<Trip, Values, Input>('trips', {
  list: {
    api: admin.trips,
    nameOf: ({ title }) => title,
    columns: [
      imageColumn,
      nameColumn('title', labels.title, (trip: Trip) => <PublishBadge item={trip} />),
      { heading: labels.destination, phone: 'text', cell: ({ destination }) => destination },
      { heading: labels.startsOn, phone: 'fact', cell: ({ startsOn }) => formatDate(startsOn) },
      { heading: labels.price, cell: ({ price }) => (price === null ? '–' : formatPrice(price)) },
      dateColumn('updatedAt', 'Updated'),
    ],
  },
  form: {
    api: admin.trips,
    drafts: admin.trips,
    states: publishStatuses,
    labels,
    ...makeForm(schema, () => ({ price: null, status: 'published', publishAt: null })),
    fields: stackFields(
      text('title', required),
      inTwoColumns(text('destination', required), text('startsOn', { type: 'date', ...required })),
      longText('description', { rows: 6, ...required }),
      number('price', { hint: 'In UGX; empty while it is not known', min: 0, step: 0.01 }),
      image('imageUrl', 'imageAlt', required),
    ),
  },
});
