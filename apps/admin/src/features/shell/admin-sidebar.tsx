import { cx } from '@institute/ui/cx.ts';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { Sidebar, SidebarContent, SidebarFooter, SidebarHeader } from '@institute/ui/sidebar.tsx';
import { SidebarButton, SidebarGroup, SidebarLink } from '@institute/ui/sidebar-menu.tsx';
import { useSidebar } from '@institute/ui/sidebar-provider.tsx';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import { Link, useLoaderData, useLocation, useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSignOut, useUser } from '../../api/user.ts';
import { DiscardQuestion, hasUnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { listAddresses, useScreens } from './screens.ts';
import { addCounts, useCounts } from './use-counts.ts';

const REFETCH_MS = 60_000;
/** By then the first screen has its data, also on a slow connection. */
const AT_REST_MS = 2000;

export function AdminSidebar() {
  const counts = useCounts(REFETCH_MS);
  const { pathname } = useLocation();
  const menu = useCurrentInView();
  useScriptsOfScreens();
  return (
    <Sidebar>
      <SidebarHeader>
        <Home />
      </SidebarHeader>
      <SidebarContent aria-label="Admin" ref={menu}>
        {useScreens().map(({ label, entries }) => (
          <SidebarGroup key={label} label={label}>
            {entries.map((entry) => {
              const addresses = listAddresses(entry);
              return (
                <SidebarLink
                  key={entry.to}
                  to={entry.to}
                  icon={entry.icon}
                  label={entry.label}
                  aria-current={addresses.includes(pathname) ? 'page' : undefined}
                  waiting={addCounts(counts, addresses)}
                />
              );
            })}
          </SidebarGroup>
        ))}
      </SidebarContent>
      <SidebarFooter>
        <Account />
      </SidebarFooter>
    </Sidebar>
  );
}

/** Loads the scripts of the other screens, so that these open at once. */
function useScriptsOfScreens() {
  const { routesById, loadRouteChunk } = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const route of Object.values(routesById)) {
        if (route.id.startsWith('/admin/')) loadRouteChunk(route)?.catch(() => undefined);
      }
    }, AT_REST_MS);
    return () => clearTimeout(timer);
  }, [routesById, loadRouteChunk]);
}

/** The menu may be longer than the screen. */
function useCurrentInView() {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
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
        <LogoMark logo={institute.logo} size={36} widest={collapsed ? 36 : 90} />
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
      <DiscardQuestion
        open={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={signOut}
        confirmLabel="Log out"
      />
    </>
  );
}
