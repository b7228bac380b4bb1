import type { MenuLink, SiteLink } from '@institute/contract/navigation';
import { IconButton } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { cx } from '@institute/ui/cx.ts';
import { useBackCloses } from '@institute/ui/overlay.ts';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { Link } from '@tanstack/react-router';
import { LockKeyhole, Menu as MenuIcon, X } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSite } from '../../api/context.ts';
import { adminLink, registerLink, splitCategoryFromLink } from './navigation.ts';

const MENU_ID = 'menu';
const RISE_DELAY_STEP_SECONDS = 0.1;
const itemClass = 'animate-rise [animation-delay:var(--delay)]';
/** A variable, because an inline `animation-delay` would override the rule for reduced motion. */
const makeRiseDelayStyle = (place: number) =>
  ({ '--delay': `${place * RISE_DELAY_STEP_SECONDS}s` }) as CSSProperties;

/** Classes of a link in the drawer and in the header's folded menus. */
export const rowClass = cx(
  'flex min-h-11 items-center gap-2.5 rounded-control px-3 font-medium hover:bg-sand',
  'aria-[current]:bg-sand aria-[current]:font-semibold',
);

/** The entries below another one. */
export const renderSubmenu = (below: SiteLink[] | undefined, show: (link: SiteLink) => ReactNode) =>
  below && (
    <ul className="ml-4 border-l border-line pl-1">
      {below.map((other) => (
        <li key={other.to}>{show(other)}</li>
      ))}
    </ul>
  );

/** The link covers the button of the same name where browsers have no popovers. */
const linkClass = 'absolute inset-0 hidden no-popover:unscripted:block';

/**
 * The menu is a popover, which opens without scripts. A browser without popovers shows a link instead. With
 * scripts it is modal, and Back closes it.
 */
export function Menu() {
  const site = useSite();
  const drawerLinks: MenuLink[] = [...site.navigation.drawer, adminLink];
  const menuDialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const closeMenu = () => {
    menuDialog.current?.close();
    menuDialog.current?.hidePopover?.();
    setOpen(false);
  };
  useBackCloses(open, closeMenu);
  // The menu may have been opened before hydration
  useEffect(() => {
    setOpen(CSS.supports('selector(:popover-open)') && Boolean(menuDialog.current?.matches(':popover-open')));
  }, []);
  const showMenu = (event: MouseEvent) => {
    event.preventDefault();
    menuDialog.current?.showModal();
    setOpen(true);
  };
  const renderMenuLink = ({ to, label }: SiteLink) => (
    <Link
      {...splitCategoryFromLink(to)}
      replace
      reloadDocument={to === adminLink.to}
      activeOptions={{ exact: to === '/' }}
      // Closing would go back and cancel the load of another document
      onClick={to === adminLink.to || to[0] !== '/' ? undefined : closeMenu}
      className={rowClass}
    >
      {to === '/' && !site.institute.logo && <LogoMark size={22} />}
      {to === adminLink.to && <LockKeyhole className="size-5" />}
      {label}
    </Link>
  );
  return (
    <div className="relative lg:hidden">
      <IconButton
        label="Open menu"
        variant="outline"
        aria-haspopup="dialog"
        popoverTarget={MENU_ID}
        onClick={showMenu}
      >
        <MenuIcon aria-hidden />
      </IconButton>
      <a href={`#${MENU_ID}`} className={linkClass}>
        <span className="sr-only">Open menu</span>
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as every dialog */}
      <dialog
        ref={menuDialog}
        id={MENU_ID}
        popover="auto"
        aria-label="Menu"
        onClose={closeMenu}
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        onClick={({ target, currentTarget }) => target === currentTarget && closeMenu()}
        className={cx(
          'fixed inset-y-0 left-0 h-dvh max-h-none w-72 max-w-full bg-paper text-ink shadow-float overscroll-contain',
          '-translate-x-full transition-[translate,display,overlay] transition-discrete duration-200 open:translate-x-0 starting:open:-translate-x-full',
          'no-popover:unscripted:target:block no-popover:unscripted:target:translate-x-0',
          'backdrop:bg-ink/60 backdrop:animate-fade',
        )}
      >
        <div className="flex min-h-full flex-col">
          <MenuHead onClose={closeMenu} />
          <nav aria-label="Mobile" className="flex grow flex-col px-3 pb-4">
            <ul className="grow text-md wrap-anywhere">
              {drawerLinks.map(({ below, ...link }, index) => (
                <li key={link.to} className={itemClass} style={makeRiseDelayStyle(index)}>
                  {renderMenuLink(link)}
                  {renderSubmenu(below, renderMenuLink)}
                </li>
              ))}
            </ul>
            <div className={cx(itemClass, 'pt-4')} style={makeRiseDelayStyle(drawerLinks.length)}>
              <ButtonLink to={registerLink.to} replace onClick={closeMenu} className="w-full">
                {registerLink.label}
              </ButtonLink>
            </div>
          </nav>
        </div>
      </dialog>
    </div>
  );
}

function MenuHead({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex items-center justify-between py-2 pr-2 pl-4">
      <h2 className="text-lg">Menu</h2>
      <span className="relative">
        <IconButton label="Close" popoverTarget={MENU_ID} popoverTargetAction="hide" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
        <a href="#main" className={linkClass}>
          <span className="sr-only">Close</span>
        </a>
      </span>
    </div>
  );
}
