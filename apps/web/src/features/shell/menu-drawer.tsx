import { ButtonLink } from '@institute/ui/button-link.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Drawer } from '@institute/ui/drawer.tsx';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import type { CSSProperties } from 'react';
import { adminLink, drawerLinks, registerLink } from './navigation.ts';

const STEP_SECONDS = 0.1;
const itemClass = 'animate-rise [animation-delay:var(--delay)]';
/** A variable, because an inline `animation-delay` would override the rule for reduced motion. */
const delay = (place: number) => ({ '--delay': `${place * STEP_SECONDS}s` }) as CSSProperties;

type MenuDrawerProps = { open: boolean; onOpenChange: (open: boolean) => void };

export default function MenuDrawer({ open, onOpenChange }: MenuDrawerProps) {
  const close = () => onOpenChange(false);
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Menu">
      <nav aria-label="Mobile" className="flex grow flex-col px-3 pb-4">
        <ul className="grow">
          {drawerLinks.map(({ to, label }, index) => (
            <li key={to} className={itemClass} style={delay(index)}>
              <Link
                to={to}
                replace
                reloadDocument={to === adminLink.to}
                activeOptions={{ exact: to === '/' }}
                // closing would go back and cancel the load of the other document
                onClick={to === adminLink.to ? undefined : close}
                className={cx(
                  'flex min-h-11 items-center gap-2.5 rounded-control px-3 text-md font-medium hover:bg-sand',
                  'aria-[current]:bg-sand aria-[current]:font-semibold',
                )}
              >
                {to === '/' && <LogoMark size={22} />}
                {to === adminLink.to && <LockKeyhole className="size-5" strokeWidth={1.75} aria-hidden />}
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className={cx(itemClass, 'pt-4')} style={delay(drawerLinks.length)}>
          <ButtonLink to={registerLink.to} replace onClick={close} className="w-full">
            {registerLink.label}
          </ButtonLink>
        </div>
      </nav>
    </Drawer>
  );
}
