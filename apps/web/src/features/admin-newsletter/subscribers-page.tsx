import { subscriberStates } from '@institute/contract/constants';
import { capitalise, formatNumber } from '@institute/contract/rules';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ExportButton } from '../../admin-ui/list/export-button.tsx';
import { listQuery } from '../../admin-ui/list/list-query.ts';
import { RowButton } from '../../admin-ui/list/row-button.tsx';
import { ResourceList } from '../../admin-ui/resource/resource-list.tsx';
import { admin } from '../../api/admin.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { NewsletterNav } from './newsletter-nav.tsx';
import { type Subscriber, subscriberList } from './subscriber-list.tsx';

/** The subscribers of the newsletter, to search, export and delete. */
export function SubscribersPage() {
  const search = useSearch({ from: '/admin/newsletter/' });
  const [subscriberToDelete, setSubscriberToDelete] = useState<Subscriber | null>(null);
  const { q, category } = listQuery(search, subscriberList.filter);
  return (
    <>
      <NewsletterNav />
      <StateCounts />
      <ResourceList
        list={subscriberList}
        search={search}
        actions={(row) => (
          <RowButton does="Delete" name={row.email} onClick={() => setSubscriberToDelete(row)} />
        )}
        tools={<ExportButton api={admin.newsletter.subscribers.exportTicket} input={{ q, category }} />}
      >
        <EraseDialog subscriber={subscriberToDelete} onClose={() => setSubscriberToDelete(null)} />
      </ResourceList>
    </>
  );
}

function StateCounts() {
  const { data: counts } = admin.newsletter.subscribers.counts.useQuery();
  return (
    <dl className="mb-6 grid grid-cols-3 gap-2 sm:gap-3">
      {subscriberStates.map((state) => (
        <div
          key={state}
          className="flex items-baseline justify-between gap-x-3 rounded-control border border-line bg-card px-4 py-3 max-sm:flex-col max-sm:px-2.5 max-sm:py-2"
        >
          <dt className="text-muted max-sm:text-sm">{capitalise(state)}</dt>
          <dd className="text-lg font-semibold tabular-nums">{counts ? formatNumber(counts[state]) : '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
