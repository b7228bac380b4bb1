import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

const TOOLTIP_MS = 700;

type TooltipProps = {
  label: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Renders the child alone when false. */
  enabled?: boolean;
  /** One focusable element. */
  children: ReactElement;
};

/** Explains a control after a short hover, or while it has the focus. */
export function Tooltip({ label, side = 'top', enabled = true, children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={TOOLTIP_MS}>
      <Primitive.Root {...(!enabled && { open: false })}>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            className="z-50 max-w-72 animate-fade rounded-small bg-ink px-3 py-1.5 text-sm font-medium text-white"
          >
            {label}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
