import { admin } from '../../api/admin.ts';
import type { EntryNotice } from '../../ui/sidebar-menu.tsx';

const LOOK_EVERY_MS = 60_000;

/** What waits for somebody, by the address of the screen where it is dealt with. */
export function useNotices(): Partial<Record<string, EntryNotice>> {
  const { data: mails } = admin.mail.counts.useQuery(undefined, { refetchInterval: LOOK_EVERY_MS });
  const { data: unread } = admin.contact.unread.useQuery(undefined, { refetchInterval: LOOK_EVERY_MS });
  return {
    ...(unread !== undefined && { '/admin/messages': { count: unread, what: 'unread' } }),
    ...(mails && { '/admin/mail': { count: mails.parked, what: 'given up' } }),
  };
}
