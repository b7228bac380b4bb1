import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ContentTable } from '../../admin-ui/list/content-table.tsx';
import { ExportButton } from '../../admin-ui/list/export-button.tsx';
import { pageCount } from '../../admin-ui/list/list-query.ts';
import { Pager } from '../../admin-ui/list/pager.tsx';
import { RowButton } from '../../admin-ui/list/row-button.tsx';
import { admin, failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { columns } from './donation-columns.tsx';
import { DonationDialog } from './donation-dialog.tsx';
import { DonationFilters } from './donation-filters.tsx';
import { donationQuery } from './donation-query.ts';
import type { DonationSearch } from './donation-search.ts';
import { DonationTotals } from './donation-totals.tsx';
import { PaymentNotices } from './payment-notices.tsx';
import { ReceivedGiftDialog } from './received-gift-dialog.tsx';

/** Who has given what, what it adds up to, and what the payment provider has told that nobody knows. */
export function DonationsPage() {
  const search = useSearch({ from: '/admin/donations' });
  const navigate = useNavigate();
  const onSearch = (next: DonationSearch) =>
    navigate({ to: '/admin/donations', search: next, replace: true, resetScroll: false });
  const [shown, setShown] = useState<number | null>(null);
  const [isRecording, setRecording] = useState(false);
  const found = admin.donations.list.useQuery(donationQuery(search), { placeholderData: keepPreviousData });
  const { q, status, currency, page = 1 } = search;
  const isNarrowed = Boolean(q || status || currency);
  const pages = pageCount(found.data?.total ?? 0);
  const isBeyond = !found.isPlaceholderData && found.data !== undefined && page > pages;
  useEffect(() => {
    if (isBeyond) void onSearch({ ...search, page: pages });
  });

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <Heading level={1} size="block">
            Donations
          </Heading>
          <p aria-live="polite" className="text-muted">
            {found.data ? `${isNarrowed ? 'Found' : 'Total Donations'}: ${found.data.total}` : 'Counting…'}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ExportButton api={admin.donations.exportTicket} input={{ q, status, currency }} />
          <Button onClick={() => setRecording(true)}>
            <Plus aria-hidden />
            Record a Gift
          </Button>
        </div>
      </div>
      <DonationFilters search={search} onSearch={onSearch} />
      {found.error && !found.data ? (
        <ErrorState
          title="The donations could not be loaded"
          description={failureOf(found.error).message}
          onRetry={() => void found.refetch()}
          pending={found.isFetching}
        />
      ) : found.data?.items.length === 0 ? (
        <EmptyState
          title="No donations found matching your criteria."
          description={isNarrowed ? undefined : 'The donations will stand here.'}
          action={
            isNarrowed && (
              <Button variant="outline" onClick={() => onSearch({})}>
                Show all donations
              </Button>
            )
          }
        />
      ) : (
        <ContentTable
          caption="Donations"
          columns={columns}
          rows={found.data?.items}
          isOutdated={found.isPlaceholderData}
          actions={(row) => <RowButton does="View" name={row.name} onClick={() => setShown(row.id)} />}
        />
      )}
      <Pager page={page} pages={pages} onPage={(next) => onSearch({ ...search, page: next })} />
      <DonationTotals />
      <PaymentNotices />
      {shown !== null && <DonationDialog id={shown} onClose={() => setShown(null)} />}
      {isRecording && <ReceivedGiftDialog onClose={() => setRecording(false)} />}
    </div>
  );
}
