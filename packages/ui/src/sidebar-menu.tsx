import { createLink } from '@tanstack/react-router';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { deviceStore } from './browser-storage.ts';
import { cx } from './cx.ts';
import { useSidebar } from './sidebar-provider.tsx';
import { Tooltip } from './tooltip.tsx';

type SidebarGroupProps = {
  label: string;
  /** A group with the current screen stays open. */
  isCurrent: boolean;
  /** What waits in the group's entries. It is shown while the group is folded. */
  waiting: LabelledWaitingCount;
  children: ReactNode;
};

export function SidebarGroup({ label, isCurrent, waiting, children }: SidebarGroupProps) {
  const { collapsed } = useSidebar();
  const [isFolded, setFolded] = useFlagKeptOnDevice(`sidebar-folded-${label}`);
  const titleId = useId();
  const isOpen = collapsed || isCurrent || !isFolded;
  const titleClass =
    'flex min-h-11 w-full items-center gap-1.5 rounded-control px-2.5 text-left text-sm font-semibold text-muted md:pointer-fine:min-h-6';
  return (
    <div>
      {collapsed || isCurrent ? (
        <p id={titleId} className={collapsed ? 'sr-only' : titleClass}>
          {label}
        </p>
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setFolded(isOpen)}
          className={cx(titleClass, 'hover:bg-paper')}
        >
          <span id={titleId}>{label}</span>
          <ChevronDown className={cx('size-4', isOpen && 'rotate-180')} aria-hidden />
          <CountBadge waiting={isOpen ? undefined : waiting} className="ml-auto" />
        </button>
      )}
      <ul aria-labelledby={titleId} hidden={!isOpen}>
        {children}
      </ul>
    </div>
  );
}

/** A yes or no that this device keeps. */
function useFlagKeptOnDevice(key: string) {
  const [isSet, setSet] = useState(() => deviceStore.getItem(key) !== null);
  const changeFlag = (next: boolean) => {
    setSet(next);
    if (next) deviceStore.setItem(key, 'true');
    else deviceStore.removeItem(key);
  };
  return [isSet, changeFlag] as const;
}

type EntryIconAndLabel = { icon: LucideIcon; label: string };

export type LabelledWaitingCount = { count: number; what: string };
type WaitingCount = { waiting?: LabelledWaitingCount | undefined };

/** Shows nothing for a count of 0. */
export function CountBadge({
  waiting,
  isDot,
  className,
}: WaitingCount & { isDot?: boolean; className?: string | undefined }) {
  if (!waiting || waiting.count === 0) return null;
  return (
    <span
      className={cx(
        'rounded-full bg-danger text-sm font-semibold text-white',
        isDot ? 'absolute top-1.5 right-1.5 size-2.5' : 'min-w-6 px-1.5 text-center',
        className,
      )}
    >
      <span className={isDot ? 'sr-only' : undefined}>{waiting.count}</span>
      <span className="sr-only">{` ${waiting.what}`}</span>
    </span>
  );
}

function SidebarAnchor({
  icon: Icon,
  label,
  waiting,
  onClick,
  ...props
}: Omit<ComponentProps<'a'>, 'className'> & EntryIconAndLabel & WaitingCount) {
  const { collapsed, isPhone, setSheetOpen } = useSidebar();
  const closeSheetOnClickProps = {
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      if (isPhone) setSheetOpen(false);
    },
  };
  return (
    <li>
      <Tooltip label={label} side="right" enabled={collapsed}>
        <a
          {...props}
          {...closeSheetOnClickProps}
          className={cx(
            'relative flex min-h-11 w-full scroll-my-8 items-center gap-3 rounded-control text-left text-base hover:bg-paper md:pointer-fine:min-h-8',
            'aria-[current=page]:bg-sand aria-[current=page]:font-semibold',
            collapsed ? 'justify-center' : 'px-2.5',
          )}
        >
          <Icon className="size-5 shrink-0" strokeWidth={1.75} aria-hidden />
          <span className={collapsed ? 'sr-only' : 'truncate'}>{label}</span>
          <CountBadge waiting={waiting} isDot={collapsed} className={collapsed ? undefined : 'ml-auto'} />
        </a>
      </Tooltip>
    </li>
  );
}

export const SidebarLink = createLink(SidebarAnchor);
