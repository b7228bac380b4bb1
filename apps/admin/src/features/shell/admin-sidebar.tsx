import { IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { Sidebar, SidebarContent, SidebarFooter, SidebarHeader } from '@institute/ui/sidebar.tsx';
import { type EntryCount, SidebarGroup, SidebarLink } from '@institute/ui/sidebar-menu.tsx';
import { useSidebar } from '@institute/ui/sidebar-provider.tsx';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useSite } from '../../api/site.ts';
import { useSignOut, useUser } from '../../api/user.ts';
import { discardWords, hasUnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { listAddresses, type Screen, useScreens } from './screens.ts';
import { addCounts, useCounts } from './use-counts.ts';

const REFETCH_MS = 60_000;
/** By then the first screen has its data, also on a slow connection. */
const IDLE_REFETCH_MS = 2000;

export function AdminSidebar() {
  useScriptsOfScreens();
  return (
    <Sidebar>
      <SidebarHeader>
        <HomeLink />
      </SidebarHeader>
      <Menu />
      <SidebarFooter>
        <AccountMenu />
      </SidebarFooter>
    </Sidebar>
  );
}

function Menu() {
  const counts = useCounts(REFETCH_MS);
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <SidebarContent aria-label="Admin" ref={useCurrentInView(pathname)}>
      {useScreens().map(({ label, entries }) => {
        const inGroup = entries.flatMap(listAddresses);
        return (
          <SidebarGroup
            key={label}
            label={label}
            isCurrent={inGroup.includes(pathname)}
            waiting={addCounts(counts, inGroup)}
          >
            {entries.map((entry) => {
              const addresses = listAddresses(entry);
              return (
                <Entry
                  key={entry.to}
                  to={entry.to}
                  icon={entry.icon}
                  label={entry.label}
                  isCurrent={addresses.includes(pathname)}
                  {...addCounts(counts, addresses)}
                />
              );
            })}
          </SidebarGroup>
        );
      })}
    </SidebarContent>
  );
}

type EntryProps = Pick<Screen, 'to' | 'icon' | 'label'> & EntryCount & { isCurrent: boolean };

/** Another screen renders two entries again, not all of them. */
const Entry = memo(({ to, icon, label, isCurrent, count, what }: EntryProps) => (
  <SidebarLink
    to={to}
    icon={icon}
    label={label}
    aria-current={isCurrent ? 'page' : undefined}
    waiting={{ count, what }}
  />
));

/** Loads the scripts of the other screens, so that these open at once. */
function useScriptsOfScreens() {
  const { routesById, loadRouteChunk } = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const route of Object.values(routesById)) {
        if (route.id.startsWith('/admin/')) loadRouteChunk(route)?.catch(() => undefined);
      }
    }, IDLE_REFETCH_MS);
    return () => clearTimeout(timer);
  }, [routesById, loadRouteChunk]);
}

/** The menu may be longer than the screen. */
function useCurrentInView(pathname: string) {
  const menu = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another current entry
  useEffect(() => {
    // The next frame computes the layout anyway.
    const frame = requestAnimationFrame(() =>
      menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return menu;
}

function HomeLink() {
  const { institute } = useSite();
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
        <LogoMark logo={institute.logo} size={36} widest={collapsed ? 36 : 120} />
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

function AccountMenu() {
  const user = useUser();
  const { collapsed } = useSidebar();
  const signOut = useSignOut();
  const { ask, question } = useQuestion();
  const askToLeave = () =>
    ask({ ...discardWords, confirmLabel: 'Log out', onConfirm: async () => signOut() });
  return (
    <>
      <Tooltip label={user.email} side="right" enabled={collapsed}>
        <p
          className={cx('flex min-h-11 min-w-0 items-center gap-2.5', !collapsed && 'grow pl-1.5')}
          title={collapsed ? undefined : user.email}
        >
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-full bg-green-ground text-sm font-semibold text-on-green"
          >
            {user.avatar}
          </span>
          <span className={collapsed ? 'sr-only' : 'min-w-0'}>
            <span className="block truncate text-sm font-semibold">{user.name}</span>
            <span className="block truncate text-sm text-muted">{user.email}</span>
          </span>
        </p>
      </Tooltip>
      <Tooltip label="Log out" side="right">
        <IconButton label="Log out" onClick={() => (hasUnsavedChanges() ? askToLeave() : signOut())}>
          <LogOut aria-hidden />
        </IconButton>
      </Tooltip>
      {question}
    </>
  );
}
