import { makeChipClass } from '@institute/ui/badge.tsx';
import { CountBadge } from '@institute/ui/sidebar-menu.tsx';
import { Link, useLocation } from '@tanstack/react-router';
import { listAddresses, type ScreenPart, useAllowedScreens } from './screens.ts';
import { useWaitingCounts } from './use-counts.ts';

export function ScreenParts() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const currentScreen = useAllowedScreens()
    .flatMap(({ entries }) => entries)
    .find((entry) => listAddresses(entry).includes(pathname));
  if (!currentScreen?.parts) return null;
  return (
    <div className="mb-3 flex flex-col gap-3 md:mb-1.5 md:flex-row md:flex-wrap md:gap-x-5 md:gap-y-1 print:hidden">
      <PartLinks of={currentScreen} pathname={pathname} />
    </div>
  );
}

function PartLinks({ of, pathname }: { of: ScreenPart; pathname: string }) {
  const countsByPath = useWaitingCounts();
  const screenParts = of.parts ?? [];
  const openPart = screenParts.find((part) => listAddresses(part).includes(pathname));
  return (
    <>
      <nav aria-label={of.label} className="md:not-first:border-l md:not-first:border-line md:not-first:pl-5">
        <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:p-0">
          {screenParts.map((part) => (
            <li key={part.to} className="shrink-0">
              <Link
                to={part.to}
                activeOptions={{ exact: true }}
                ref={part === openPart ? scrollLinkIntoView : undefined}
                aria-current={part === openPart ? 'page' : undefined}
                className={makeChipClass(part === openPart)}
              >
                {part.label}
                <CountBadge waiting={countsByPath[part.to]} className="ml-2" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {openPart?.parts && <PartLinks of={openPart} pathname={pathname} />}
    </>
  );
}

/** On a phone the links scroll sideways, so the current one may be out of view. */
const scrollLinkIntoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
