import { createLink } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { useSidebar } from './sidebar-provider.tsx';
import { Tooltip } from './tooltip.tsx';

export function SidebarGroup({ label, children }: { label: string; children: ReactNode }) {
  const { collapsed } = useSidebar();
  const title = useId();
  return (
    <div>
      <p
        id={title}
        className={cx('px-2.5 pb-1 text-sm md:pb-0 font-semibold text-muted', collapsed && 'sr-only')}
      >
        {label}
      </p>
      <ul aria-labelledby={title} className="flex flex-col gap-0.5 md:gap-px">
        {children}
      </ul>
    </div>
  );
}

function useEntry() {
  const { collapsed, isPhone, setSheetOpen } = useSidebar();
  return {
    collapsed,
    className: cx(
      'relative flex min-h-11 w-full scroll-my-8 items-center gap-3 rounded-control text-left text-base hover:bg-paper md:min-h-7.5',
      'aria-[current=page]:bg-sand aria-[current=page]:font-semibold',
      collapsed ? 'justify-center' : 'px-2.5',
    ),
    closeSheet: () => isPhone && setSheetOpen(false),
  };
}

type EntryFace = { icon: LucideIcon; label: string };

export type EntryCount = { count: number; what: string };
type WaitingCount = { waiting?: EntryCount | undefined };

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

function MenuItemFace({
  icon: Icon,
  label,
  waiting,
  collapsed,
}: EntryFace & WaitingCount & { collapsed: boolean }) {
  return (
    <>
      <Icon className="size-5 shrink-0" strokeWidth={1.75} aria-hidden />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{label}</span>
      <CountBadge waiting={waiting} isDot={collapsed} className={collapsed ? undefined : 'ml-auto'} />
    </>
  );
}

function SidebarAnchor({
  icon,
  label,
  waiting,
  onClick,
  ...props
}: Omit<ComponentProps<'a'>, 'className'> & EntryFace & WaitingCount) {
  const { collapsed, className, closeSheet } = useEntry();
  const choice = {
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      closeSheet();
    },
  };
  return (
    <li>
      <Tooltip label={label} side="right" enabled={collapsed}>
        <a {...props} {...choice} className={className}>
          <MenuItemFace icon={icon} label={label} waiting={waiting} collapsed={collapsed} />
        </a>
      </Tooltip>
    </li>
  );
}

export const SidebarLink = createLink(SidebarAnchor);

type SidebarButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & EntryFace;

export function SidebarButton({ icon, label, ...props }: SidebarButtonProps) {
  const { collapsed, className } = useEntry();
  return (
    <Tooltip label={label} side="right" enabled={collapsed}>
      <button type="button" {...props} className={className}>
        <MenuItemFace icon={icon} label={label} collapsed={collapsed} />
      </button>
    </Tooltip>
  );
}
