import { admin } from '../../api/admin.ts';
import type { EntryNotice } from '../../ui/sidebar-menu.tsx';

const REFETCH_MS = 60_000;

/** Counters of the sidebar, by the address of the screen. */
export function useNotices(): Partial<Record<string, EntryNotice>> {
  const { data: mails } = admin.mail.counts.useQuery(undefined, { refetchInterval: REFETCH_MS });
  const { data: unread } = admin.contact.unread.useQuery(undefined, { refetchInterval: REFETCH_MS });
  return {
    ...(unread !== undefined && { '/admin/messages': { count: unread, what: 'unread' } }),
    ...(mails && { '/admin/mail': { count: mails.parked, what: 'given up' } }),
  };
}
