import { listQuery } from '@institute/contract';
import { subscriberStates } from '@institute/contract/newsletter.constants';
import { needs } from '@institute/contract/rights.constants';
import { declareCsvExport, makeIdPager } from '../../../exports/csv-export.ts';
import { findSubscriberBatch } from './subscriber-list.service.ts';

export const subscriberExport = declareCsvExport({
  name: 'subscribers',
  need: needs.newsletter,
  needsPassword: true,
  entityType: 'newsletter',
  input: listQuery(['id'], subscriberStates).pick({ q: true, category: true }),
  description: () => 'Exported the newsletter subscribers',
  batches: makeIdPager(findSubscriberBatch),
  columns: () => [
    { heading: 'Email', cell: ({ email }) => email },
    { heading: 'Status', cell: ({ state }) => state },
    { heading: 'Subscribed', cell: ({ createdAt }) => createdAt },
    { heading: 'Confirmed', cell: ({ confirmedAt }) => confirmedAt },
    { heading: 'Unsubscribed', cell: ({ unsubscribedAt }) => unsubscribedAt },
  ],
});
