import { IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { Sidebar, SidebarContent, SidebarFooter, SidebarHeader } from '@institute/ui/sidebar.tsx';
import { type LabelledWaitingCount, SidebarGroup, SidebarLink } from '@institute/ui/sidebar-menu.tsx';
import { useSidebar } from '@institute/ui/sidebar-provider.tsx';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useSite } from '../../api/site.ts';
import { useSignOut, useUser } from '../../api/user.ts';
import { discardQuestion, hasUnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { listAddresses, type Screen, useAllowedScreens } from './screens.ts';
import { addUpCountsOfPaths, useWaitingCounts } from './use-counts.ts';

const REFETCH_MS = 60_000;
/** After this time, the first screen has its data even on a slow connection. */
const IDLE_REFETCH_MS = 2000;

export function AdminSidebar() {
  usePreloadScreenScripts();
  return (
    <Sidebar>
      <SidebarHeader>
        <HomeLink />
      </SidebarHeader>
      <SidebarMenu />
      <SidebarFooter>
        <AccountMenu />
      </SidebarFooter>
    </Sidebar>
  );
}

function SidebarMenu() {
  const waitingCounts = useWaitingCounts(REFETCH_MS);
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <SidebarContent aria-label="Admin" ref={useScrollToCurrentEntry(pathname)}>
      {useAllowedScreens().map(({ label, entries }) => {
        const groupAddresses = entries.flatMap(listAddresses);
        return (
          <SidebarGroup
            key={label}
            label={label}
            isCurrent={groupAddresses.includes(pathname)}
            waiting={addUpCountsOfPaths(waitingCounts, groupAddresses)}
          >
            {entries.map((entry) => {
              const entryAddresses = listAddresses(entry);
              return (
                <MenuEntry
                  key={entry.to}
                  to={entry.to}
                  icon={entry.icon}
                  label={entry.label}
                  isCurrent={entryAddresses.includes(pathname)}
                  {...addUpCountsOfPaths(waitingCounts, entryAddresses)}
                />
              );
            })}
          </SidebarGroup>
        );
      })}
    </SidebarContent>
  );
}

type EntryProps = Pick<Screen, 'to' | 'icon' | 'label'> & LabelledWaitingCount & { isCurrent: boolean };

/** Memoised: when the screen changes, two entries render again, not all. */
const MenuEntry = memo(({ to, icon, label, isCurrent, count, what }: EntryProps) => (
  <SidebarLink
    to={to}
    icon={icon}
    label={label}
    aria-current={isCurrent ? 'page' : undefined}
    waiting={{ count, what }}
  />
));

/** Loads the scripts of the other screens, so that these open at once. */
function usePreloadScreenScripts() {
  const { routesById, loadRouteChunk } = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const officeRoute of Object.values(routesById)) {
        if (officeRoute.id.startsWith('/admin/')) loadRouteChunk(officeRoute)?.catch(() => undefined);
      }
    }, IDLE_REFETCH_MS);
    return () => clearTimeout(timer);
  }, [routesById, loadRouteChunk]);
}

/** Scrolls to the current entry, because the menu may be longer than the screen. */
function useScrollToCurrentEntry(pathname: string) {
  const menuElement = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another current entry
  useEffect(() => {
    // The scroll waits for the next frame, which computes the layout anyway.
    const frameRequest = requestAnimationFrame(() =>
      menuElement.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frameRequest);
  }, [pathname]);
  return menuElement;
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
  const askToSignOut = () =>
    ask({ ...discardQuestion, confirmLabel: 'Log out', onConfirm: async () => signOut() });
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
        <IconButton label="Log out" onClick={() => (hasUnsavedChanges() ? askToSignOut() : signOut())}>
          <LogOut aria-hidden />
        </IconButton>
      </Tooltip>
      {question}
    </>
  );
}
