import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { cx } from '@institute/ui/cx.ts';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSite } from '../../api/context.ts';
import { Menu } from './menu.tsx';
import { adminLink, headerPaths, menuLinks } from './navigation.ts';
import { useChangedLook } from './use-changed-look.ts';

export function Header({ shortcut }: { shortcut: ReactNode }) {
  useChangedLook();
  const site = useSite();
  const { institute, menuPages } = site;
  // The row of the built-in pages is full, so that others need a second one
  const isLong = menuPages.length > 0;
  return (
    <header className="tall:sticky top-0 z-30 border-b border-line bg-paper">
      <Container className="flex min-h-16 items-center gap-[8px] lg:gap-4">
        <Link
          to="/"
          aria-label={institute.name ? undefined : 'Home'}
          className={cx(
            'brand mr-auto flex min-h-12 min-w-0 items-center rounded-control',
            isLong && 'lg:shrink-0',
          )}
        >
          <LogoMark logo={institute.logo} size={38} className="lg:max-xl:hidden" />
          <span
            translate="no"
            className="line-clamp-3 font-heading text-sm leading-tight min-[24rem]:text-base font-bold tracking-heading lg:max-w-44"
          >
            {institute.name}
          </span>
        </Link>
        {/* Shown when all of it has arrived: until then it grows to the left. */}
        <nav aria-label="Main" className="hidden not-has-[+*]:invisible lg:block">
          <ul className={cx('flex items-center', isLong && 'flex-wrap justify-end')}>
            {menuLinks(site, headerPaths).map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to === '/' }}
                  className={cx(
                    'relative flex items-center gap-1.5 px-1.5 text-sm font-medium text-muted hover:text-ink xl:px-2',
                    'after:absolute after:inset-x-1.5 after:bottom-0 after:h-[3px] xl:after:inset-x-2',
                    'aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:bg-sun',
                    isLong ? 'min-h-11' : 'min-h-16',
                  )}
                >
                  {to === '/' && !institute.logo && <LogoMark size={18} />}
                  {isLong ? <span className="max-w-48 truncate">{label}</span> : label}
                </Link>
              </li>
            ))}
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
