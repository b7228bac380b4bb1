import type { MenuLink, SiteLink } from '@institute/contract/navigation';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { cx } from '@institute/ui/cx.ts';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSite } from '../../api/context.ts';
import { InstituteName } from './institute-name.tsx';
import { Menu, renderSubmenu, rowClass } from './menu.tsx';
import { adminLink, splitCategoryFromLink } from './navigation.ts';
import { useChangedLook } from './use-changed-look.ts';

const menuEntryClass = cx(
  'relative flex min-h-16 items-center gap-1.5 px-1.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink xl:px-2',
  'after:absolute after:inset-x-1.5 after:bottom-0 after:h-[3px] xl:after:inset-x-2',
);

export function Header({ shortcut }: { shortcut: ReactNode }) {
  useChangedLook();
  const { institute, navigation } = useSite();
  const { name, logo, logoHasName } = institute;
  const { header, fits } = navigation;
  // On a phone a long name needs the whole width
  const isNameLong = name.length > 50;
  return (
    <header className="tall:sticky top-0 z-30 border-b border-line bg-paper">
      <Container className="flex min-h-16 items-center gap-[8px] lg:gap-4">
        <Link
          to="/"
          aria-label={name ? undefined : 'Home'}
          className="brand mr-auto flex min-h-12 min-w-0 items-center rounded-control py-1"
        >
          <LogoMark
            logo={logo}
            size={38}
            alone={logoHasName}
            className={logo ? '' : cx('lg:max-xl:hidden', isNameLong && 'max-sm:hidden')}
          />
          <InstituteName
            className={cx(
              'line-clamp-4 font-heading text-sm leading-tight font-bold tracking-heading lg:line-clamp-2',
              isNameLong ? 'sm:text-base' : 'min-[24rem]:text-base',
            )}
          />
        </Link>
        {/* Hidden until all of the menu has arrived, because it grows to the left until then. */}
        <nav aria-label="Main" className="hidden shrink-0 not-has-[+*]:invisible lg:block">
          <ul className="flex items-center">
            {header.slice(0, fits.xl).map((link, at) => (
              <li key={link.to} className={at < fits.lg ? undefined : 'max-xl:hidden'}>
                {link.below ? (
                  <FoldedMenu label={link.label}>
                    <FoldedLinks {...link} />
                  </FoldedMenu>
                ) : (
                  <Link
                    {...splitCategoryFromLink(link.to)}
                    activeOptions={{ exact: link.to === '/' }}
                    className={cx(
                      menuEntryClass,
                      'aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:bg-sun',
                    )}
                  >
                    {link.to === '/' && !logo && <LogoMark size={18} />}
                    {link.label}
                  </Link>
                )}
              </li>
            ))}
            {fits.lg < header.length && (
              <li className={fits.xl < header.length ? undefined : 'xl:hidden'}>
                <FoldedMenu label="More">
                  {header.slice(fits.lg).map((link, at) => (
                    <FoldedLinks
                      key={link.to}
                      {...link}
                      className={at < fits.xl - fits.lg ? 'xl:hidden' : ''}
                    />
                  ))}
                </FoldedMenu>
              </li>
            )}
            <li className="ml-1.5 xl:ml-3">
              <ButtonLink
                to={adminLink.to}
                reloadDocument
                variant="ghost"
                size="sm"
                className="px-2.5 ring-1 ring-line ring-inset"
              >
                <LockKeyhole aria-hidden />
                Admin
              </ButtonLink>
            </li>
          </ul>
        </nav>
        {shortcut}
        <Menu />
      </Container>
    </header>
  );
}

/** Opens without scripts, one at a time. */
const FoldedMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <details
    name="menu"
    className="relative"
    onKeyDown={({ key, currentTarget: fold }) => {
      if (key !== 'Escape') return;
      fold.open = false;
      fold.querySelector('summary')?.focus();
    }}
    onBlur={({ relatedTarget, currentTarget: fold }) => {
      if (relatedTarget && !fold.contains(relatedTarget)) fold.open = false;
    }}
  >
    <summary
      className={cx(
        menuEntryClass,
        'cursor-pointer list-none [&::-webkit-details-marker]:hidden',
        'holds-current:text-ink holds-current:after:bg-sun',
      )}
    >
      {label}
      <span aria-hidden className="size-1.5 -translate-y-0.5 rotate-45 border-r-2 border-b-2" />
    </summary>
    <ul className="absolute top-full right-0 max-h-[calc(100dvh-5rem)] w-60 overflow-y-auto rounded-control border border-line bg-card p-1.5 text-sm wrap-anywhere shadow-float">
      {children}
    </ul>
  </details>
);

/** A menu entry with the entries below it. */
const FoldedLinks = ({ below, className, ...link }: MenuLink & { className?: string }) => (
  <li className={className}>
    {renderFoldedLink(link)}
    {renderSubmenu(below, renderFoldedLink)}
  </li>
);

const renderFoldedLink = ({ to, label }: SiteLink) => (
  <Link
    {...splitCategoryFromLink(to)}
    activeOptions={{ exact: to === '/' }}
    onClick={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}
    className={rowClass}
  >
    {label}
  </Link>
);
