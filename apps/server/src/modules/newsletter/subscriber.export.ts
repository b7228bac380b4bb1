import { listQuery } from '@institute/contract';
import { subscriberStates } from '@institute/contract/newsletter.constants';
import { sheetTime } from '@institute/contract/time';
import { csvExport } from '../../exports/csv-export.ts';
import { type Subscriber, subscriberBatch } from './subscriber-list.service.ts';

const instant = (value: string | null) => value && sheetTime(value);

export const subscriberExport = csvExport({
  name: 'subscribers',
  entityType: 'newsletter',
  input: listQuery(['id'], subscriberStates).pick({ q: true, category: true }),
  description: () => 'Exported the newsletter subscribers',
  columns: () => [
    { heading: 'Email', cell: ({ email }: Subscriber) => email },
    { heading: 'Status', cell: ({ state }) => state },
    { heading: 'Subscribed', cell: ({ createdAt }) => instant(createdAt) },
    { heading: 'Confirmed', cell: ({ confirmedAt }) => instant(confirmedAt) },
    { heading: 'Unsubscribed', cell: ({ unsubscribedAt }) => instant(unsubscribedAt) },
  ],
  batch: subscriberBatch,
});
