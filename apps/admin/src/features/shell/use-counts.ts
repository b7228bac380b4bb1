import { type Need, needs } from '@institute/contract/rights.constants';
import type { EntryCount } from '@institute/ui/sidebar-menu.tsx';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';

/** The keys are addresses of screens where something waits. */
type CountsByPath = Partial<Record<string, EntryCount>>;

export function useCounts(refetchInterval?: number): CountsByPath {
  const maySee = useMaySee();
  const makeRefetchOptions = (need: Need) => ({
    enabled: maySee(need),
    ...(refetchInterval !== undefined && { refetchInterval }),
  });
  const { data: out } = admin.messagesOut.counts.useQuery(undefined, makeRefetchOptions(needs.messages));
  const { data: unread } = admin.contact.unread.useQuery(undefined, makeRefetchOptions(needs.messages));
  const { data: newOnes } = admin.registrations.countNew.useQuery(
    undefined,
    makeRefetchOptions(needs.registrations),
  );
  return {
    ...(newOnes !== undefined && { '/admin/registrations': { count: newOnes, what: 'new' } }),
    ...(unread !== undefined && { '/admin/messages': { count: unread, what: 'unread' } }),
    ...(out && { '/admin/mail': { count: out.parked, what: 'parked' } }),
  };
}

export function addCounts(counts: CountsByPath, addresses: string[]): EntryCount {
  const waitingCounts = addresses
    .flatMap((address) => counts[address] ?? [])
    .filter(({ count }) => count > 0);
  return {
    count: waitingCounts.reduce((sum, { count }) => sum + count, 0),
    what: waitingCounts.map(({ what }) => what).join(' or '),
  };
}
