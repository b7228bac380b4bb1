import { Link, useLoaderData } from '@tanstack/react-router';
import {
  ClipboardList,
  FileImage,
  HandCoins,
  History,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareText,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { hasUnsavedChanges } from '../../admin-ui/form/use-unsaved-changes.ts';
import { type AdminResources, useAdminResources } from '../../admin-ui/resource/admin-resource.ts';
import { admin } from '../../api/admin.ts';
import { useSignOut, useUser } from '../../api/admin-user.ts';
import { contentKeys } from '../../api/content-resources.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { cx } from '../../ui/cx.ts';
import { LogoMark } from '../../ui/pattern/logo-mark.tsx';
import { Sidebar, SidebarContent, SidebarFooter, SidebarHeader } from '../../ui/sidebar.tsx';
import { type EntryNotice, SidebarButton, SidebarGroup, SidebarLink } from '../../ui/sidebar-menu.tsx';
import { useSidebar } from '../../ui/sidebar-provider.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

const REFETCH_MS = 60_000;

type Entry = { to: string; label: string; icon: LucideIcon };

const office: Entry[] = [
  { to: '/admin/messages', label: 'Messages', icon: MessageSquareText },
  { to: '/admin/donations', label: 'Donations', icon: HandCoins },
  { to: '/admin/newsletter', label: 'Newsletter', icon: Megaphone },
  { to: '/admin/mail', label: 'Mail', icon: Mail },
  { to: '/admin/site', label: 'Site', icon: SlidersHorizontal },
  { to: '/admin/media', label: 'Media', icon: FileImage },
  { to: '/admin/accounts', label: 'Accounts', icon: KeyRound },
  { to: '/admin/activity', label: 'Activity', icon: History },
  { to: '/admin/trash', label: 'Trash', icon: Trash2 },
];

const groupsOf = (resources: AdminResources): { label: string; entries: Entry[] }[] => [
  { label: 'System', entries: contentEntries(resources) },
  {
    label: 'Registrations',
    entries: [{ to: '/admin/registrations', label: 'View Users', icon: ClipboardList }],
  },
  { label: 'Office', entries: office },
];

const contentEntries = (resources: AdminResources): Entry[] =>
  contentKeys
    .map((key) => ({ to: `/admin/${key}`, ...resources[key].menu }))
    .sort((a, b) => a.order - b.order)
    .map(({ order, ...entry }) => entry);

/** The counts beside the entries, by address. */
function useNotices(): Partial<Record<string, EntryNotice>> {
  const { data: emails } = admin.emails.counts.useQuery(undefined, { refetchInterval: REFETCH_MS });
  const { data: unread } = admin.contact.unread.useQuery(undefined, { refetchInterval: REFETCH_MS });
  return {
    ...(unread !== undefined && { '/admin/messages': { count: unread, what: 'unread' } }),
    ...(emails && { '/admin/mail': { count: emails.parked, what: 'given up' } }),
  };
}

export function AdminSidebar() {
  const notices = useNotices();
  const groups = groupsOf(useAdminResources());
  return (
    <Sidebar>
      <SidebarHeader>
        <Home />
      </SidebarHeader>
      <SidebarContent aria-label="Admin">
        {groups.map(({ label, entries }) => (
          <SidebarGroup key={label} label={label}>
            {entries.map((entry) => (
              <SidebarLink key={entry.to} {...entry} notice={notices[entry.to]} />
            ))}
          </SidebarGroup>
        ))}
      </SidebarContent>
      <SidebarFooter>
        <Account />
      </SidebarFooter>
    </Sidebar>
  );
}

/** Logo and name, which link to the dashboard. */
function Home() {
  const { institute } = useLoaderData({ from: '__root__' });
  const { collapsed, isPhone, setSheetOpen } = useSidebar();
  return (
    <Tooltip label={institute.name} side="right" enabled={collapsed}>
      <Link
        to="/admin"
        activeOptions={{ exact: true }}
        onClick={() => isPhone && setSheetOpen(false)}
        className={cx(
          'flex min-h-11 items-center gap-2.5 rounded-control',
          collapsed ? 'justify-center' : 'p-1.5 max-md:mr-10',
        )}
      >
        <LogoMark size={36} />
        <span
          className={
            collapsed ? 'sr-only' : 'font-heading text-base leading-tight font-bold tracking-heading'
          }
        >
          {institute.name}
        </span>
      </Link>
    </Tooltip>
  );
}

function Account() {
  const user = useUser();
  const { collapsed } = useSidebar();
  const signOut = useSignOut();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Tooltip label={user.email} side="right" enabled={collapsed}>
        <p
          className={cx('flex min-h-11 items-center gap-2.5', collapsed ? 'justify-center' : 'px-1.5')}
          title={collapsed ? undefined : user.email}
        >
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-full bg-green text-sm font-semibold text-white"
          >
            {user.avatar}
          </span>
          <span className={collapsed ? 'sr-only' : 'min-w-0'}>
            <span className="block truncate text-sm font-semibold">{user.name}</span>
            <span className="block truncate text-sm text-muted">{user.email}</span>
          </span>
        </p>
      </Tooltip>
      <SidebarButton
        icon={LogOut}
        label="Log out"
        onClick={() => (hasUnsavedChanges() ? setAsking(true) : signOut())}
      />
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="What you have typed has not been saved."
        confirmLabel="Log out"
        onConfirm={signOut}
      />
    </>
  );
}
