import { type Need, needs } from '@institute/contract/rights.constants';
import type { LabelledWaitingCount } from '@institute/ui/sidebar-menu.tsx';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';

/** The keys are addresses of screens where something waits. */
type CountsByPath = Partial<Record<string, LabelledWaitingCount>>;

export function useWaitingCounts(refetchInterval?: number): CountsByPath {
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

export function addUpCountsOfPaths(counts: CountsByPath, addresses: string[]): LabelledWaitingCount {
  const countsToAdd = addresses.flatMap((address) => counts[address] ?? []).filter(({ count }) => count > 0);
  return {
    count: countsToAdd.reduce((sum, { count }) => sum + count, 0),
    what: countsToAdd.map(({ what }) => what).join(' or '),
  };
}
