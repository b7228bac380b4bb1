import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type FocusEvent, useEffect, useState } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { useMedia } from './media.ts';
import { type ToastMessage, takeToasts } from './toast.ts';
import { toastClock } from './toast-clock.ts';
import { useToastSwipe } from './toast-swipe.ts';

// A live region is read only when it was there before its text.
const REGION_READY_MS = 100;

const icons = {
  success: <CircleCheck className="size-5 text-green" strokeWidth={1.75} aria-hidden />,
  error: <CircleAlert className="size-5 text-danger" strokeWidth={1.75} aria-hidden />,
  info: <Info className="size-5 text-sky" strokeWidth={1.75} aria-hidden />,
  close: <X className="size-4" strokeWidth={1.75} aria-hidden />,
};

const look = cx(
  'pointer-events-auto flex w-(--width) select-none items-start gap-3 rounded-control border border-line bg-card p-4 pr-12',
  'font-sans text-base text-ink shadow-float data-[visible=false]:invisible',
  // The library's own styles stand outside the layers and take the outline away.
  'focus-visible:[outline:2px_solid_var(--color-ink)]!',
);

/** Shows toasts: 4 s each, three at most, standing still under the pointer and the focus. */
export function Toaster() {
  const [clock] = useState(() => toastClock((id) => sonner.dismiss(id)));
  const swipe = useToastSwipe();
  // at the bottom of a phone are its keyboard and most buttons of ours
  const isPhone = useMedia('(max-width: 767px)');

  useEffect(() => {
    const show = ({ kind, title, description, action }: ToastMessage) => {
      // The clock is ours, since the library's own does not stop for the keyboard.
      const id = sonner[kind](title, {
        description,
        ...(action && { action: { label: action.label, onClick: action.onPress } }),
        duration: Number.POSITIVE_INFINITY,
        onDismiss: ({ id }) => {
          clock.forget(id);
          // What was under the pointer or had the focus goes away without a word.
          clock.hold('hover', false);
          clock.hold('focus', false);
        },
      });
      clock.start(id);
    };
    let leave = () => {};
    const ready = setTimeout(() => {
      leave = takeToasts(show);
    }, REGION_READY_MS);
    const followTab = () => clock.hold('hidden tab', document.hidden);
    document.addEventListener('visibilitychange', followTab);
    return () => {
      clearTimeout(ready);
      leave();
      document.removeEventListener('visibilitychange', followTab);
    };
  }, [clock]);

  const holds = {
    onMouseOver: () => clock.hold('hover', true),
    onMouseLeave: () => clock.hold('hover', false),
    onFocus: () => clock.hold('focus', true),
    onBlur: (event: FocusEvent) => clock.hold('focus', event.currentTarget.contains(event.relatedTarget)),
  };

  return (
    <div {...swipe} {...holds}>
      <Sonner
        position={isPhone ? 'top-center' : 'bottom-right'}
        expand
        visibleToasts={3}
        gap={14}
        closeButton
        swipeDirections={[]}
        icons={icons}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: 'Close',
          classNames: {
            toast: look,
            icon: 'mt-0.5 shrink-0',
            content: 'min-w-0',
            title: 'font-semibold leading-snug',
            description: 'mt-0.5 text-sm text-muted',
            actionButton: buttonClass({
              variant: 'outline',
              size: 'sm',
              className: '-my-2.5 ml-auto shrink-0 self-center',
            }),
            closeButton:
              'absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-control text-muted hover:text-ink',
          },
        }}
      />
    </div>
  );
}
