import { buttonClass, IconButton } from '@institute/ui/button.tsx';
import { Menu as MenuIcon } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { drawerLinks, registerLink } from './navigation.ts';

const loadDrawer = () => import('./menu-drawer.tsx');
const MenuDrawer = lazy(loadDrawer);

export function Menu() {
  const plain = useRef<HTMLDetailsElement>(null);
  const [hydrated, setHydrated] = useState(false);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [unavailable, setUnavailable] = useState(false);

  // a menu that was opened before hydration stays until it is closed
  useEffect(() => {
    const replace = () => {
      if (!plain.current?.open) setHydrated(true);
    };
    plain.current?.addEventListener('toggle', replace);
    replace();
  }, []);

  if (!hydrated || unavailable) return <PlainMenu ref={plain} open={unavailable} />;
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <div className="lg:hidden">
      <IconButton
        label="Open menu"
        variant="outline"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadDrawer}
        onFocus={loadDrawer}
        onClick={() => loadDrawer().then(show, () => setUnavailable(true))}
      >
        <MenuIcon aria-hidden />
      </IconButton>
      {wanted && (
        <Suspense>
          <MenuDrawer open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  );
}

function PlainMenu({ ref, open }: { ref: RefObject<HTMLDetailsElement | null>; open: boolean }) {
  return (
    <details ref={ref} open={open || undefined} className="lg:hidden">
      <summary className={buttonClass({ variant: 'outline', size: 'icon', className: 'list-none' })}>
        <MenuIcon aria-hidden />
        <span className="sr-only">Open menu</span>
      </summary>
      <nav
        aria-label="Mobile"
        className="absolute inset-x-0 top-full max-h-[80dvh] overflow-y-auto border-b border-line bg-paper p-4 shadow-float"
      >
        <ul>
          {drawerLinks.map(({ to, label }) => (
            <li key={to}>
              <a href={to} className="flex min-h-11 items-center px-2 font-medium">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <a href={registerLink.to} className={buttonClass({ className: 'mt-3 w-full' })}>
          {registerLink.label}
        </a>
      </nav>
    </details>
  );
}
