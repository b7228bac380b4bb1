import { type Trip, tripInput } from '@institute/contract';
import { publishStatuses } from '@institute/contract/content.constants';
import { formatDate } from '@institute/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { Bus } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import {
  makeFieldComponents,
  putFieldsInOneColumn,
  putFieldsInTwoColumns,
  requiredProps,
} from '../../content/content-fields.tsx';
import { makeContentScreen } from '../../content/content-screen.tsx';
import { PublishBadge, publishingLabels, requirePublishTime } from '../../content/publishing.tsx';
import { makeFormDefinition } from '../../forms/schema-form.ts';
import { imageLabels } from '../../images/image-field.tsx';
import { imageColumn, makeDateColumn, makeNameColumn } from '../../lists/cells.tsx';
import { declareListRoute } from '../../lists/list-route.ts';
import { keepPreviousRowsOption } from '../../lists/list-search.ts';

type Values = (typeof tripInput)['_zod']['input'];

const labels = {
  title: 'Title',
  destination: 'Destination',
  startsOn: 'Starts on',
  description: 'Description',
  programUrl: 'Program (PDF)',
  position: 'Position',
  ...imageLabels,
  ...publishingLabels,
};
const { text, longText, number, image, document } = makeFieldComponents<Values>(labels);

const TripsScreen = makeContentScreen<Trip, typeof tripInput>('trips', {
  list: {
    useRows: (query) => admin.trips.list.useQuery(query, keepPreviousRowsOption),
    nameOf: ({ title }) => title,
    columns: [
      imageColumn,
      makeNameColumn('title', labels.title, (trip: Trip) => <PublishBadge item={trip} />),
      { heading: labels.destination, phone: 'text', cell: ({ destination }) => destination },
      { heading: labels.startsOn, phone: 'fact', cell: ({ startsOn }) => formatDate(startsOn) },
      { heading: labels.position, sort: 'position', cell: ({ position }) => position },
      makeDateColumn('updatedAt', 'Updated'),
    ],
  },
  form: {
    api: admin.trips,
    drafts: admin.trips,
    states: publishStatuses,
    labels,
    ...makeFormDefinition(requirePublishTime(tripInput), () => ({
      programUrl: null,
      position: 0,
      status: 'published',
      publishAt: null,
    })),
    fields: putFieldsInOneColumn(
      text('title', requiredProps),
      putFieldsInTwoColumns(
        text('destination', requiredProps),
        text('startsOn', { type: 'date', ...requiredProps }),
      ),
      longText('description', { rows: 6, ...requiredProps }),
      image('imageUrl', 'imageAlt', requiredProps),
      document('programUrl'),
      number('position', { hint: 'Trips with a lower number come first.', min: 0, step: 1 }),
    ),
  },
});

export const Route = createFileRoute('/admin/trips')({
  ...declareListRoute('Study Trips', ({ trips }) => trips.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'study trip', many: 'study trips' }),
      menu: { order: 7, label: 'Study Trips', icon: Bus },
    },
  },
  component: TripsScreen,
});
