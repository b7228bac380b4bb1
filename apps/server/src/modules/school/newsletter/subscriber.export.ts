import { listQuery } from '@institute/contract';
import { subscriberStates } from '@institute/contract/newsletter.constants';
import { needs } from '@institute/contract/rights.constants';
import { sheetTime } from '@institute/contract/time';
import { csvExport, pageById } from '../../../exports/csv-export.ts';
import { type Subscriber, subscriberBatch } from './subscriber-list.service.ts';

const sheetInstant = (value: string | null) => value && sheetTime(value);

export const subscriberExport = csvExport({
  name: 'subscribers',
  need: needs.newsletter,
  needsPassword: true,
  entityType: 'newsletter',
  input: listQuery(['id'], subscriberStates).pick({ q: true, category: true }),
  description: () => 'Exported the newsletter subscribers',
  columns: () => [
    { heading: 'Email', cell: ({ email }: Subscriber) => email },
    { heading: 'Status', cell: ({ state }) => state },
    { heading: 'Subscribed', cell: ({ createdAt }) => sheetInstant(createdAt) },
    { heading: 'Confirmed', cell: ({ confirmedAt }) => sheetInstant(confirmedAt) },
    { heading: 'Unsubscribed', cell: ({ unsubscribedAt }) => sheetInstant(unsubscribedAt) },
  ],
  batches: pageById(subscriberBatch),
});
