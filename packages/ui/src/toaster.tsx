import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { makeButtonClass } from './button.tsx';
import { cx } from './cx.ts';
import { TOAST_MS, type ToastMessage, takeToasts } from './toast.ts';

/** Screen readers announce a text only in a live region that existed before it. */
const LIVE_REGION_READY_MS = 100;
const SWIPE_PX = 20;
const MAX_VISIBLE = 3;

type ToastState = ToastMessage & {
  id: number;
  isOpen: boolean;
  /** Toasts of one batch share a provider. A new batch starts when none is open. */
  batch: number;
};

const iconsByToastKind = {
  success: <CircleCheck className="size-5 text-success" strokeWidth={1.75} aria-hidden />,
  error: <CircleAlert className="size-5 text-danger" strokeWidth={1.75} aria-hidden />,
  info: <Info className="size-5 text-sky" strokeWidth={1.75} aria-hidden />,
};

const listClass = cx(
  // A phone's keyboard and most buttons are at the bottom, so toasts come from the top.
  'pointer-events-none fixed inset-x-4 top-4 z-60 flex flex-col-reverse gap-[14px] outline-none sm:mx-auto sm:w-[356px]',
  'md:inset-x-auto md:top-auto md:right-6 md:bottom-6 md:flex-col',
  // On a phone the toast covers the title of a dialog and leaves its close button free.
  'max-md:[body:has([role=dialog][data-state=open])_&]:top-1 max-md:[body:has([role=dialog][data-state=open])_&]:right-16',
  // Beside a sheet, which keeps the height of the screen
  'xl:[body:has([data-sheet][data-state=open])_&]:right-174',
  // A dialog has room for one toast; the others return when it closes
  '[body:has([role=dialog][data-state=open])_&>li:not(:last-child)]:hidden',
);

const toastClass = cx(
  'relative flex select-none items-start gap-3 rounded-control border border-line bg-card p-4 pr-12 font-sans text-base text-ink shadow-float',
  'data-[state=open]:animate-rise data-[state=closed]:animate-leave',
  'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x)',
  'data-[swipe=cancel]:transition-[translate]',
);

function addToast(toasts: ToastState[], message: ToastMessage): ToastState[] {
  const openToasts = toasts.filter(({ isOpen }) => isOpen);
  const id = (toasts.at(-1)?.id ?? 0) + 1;
  return [...openToasts, { ...message, id, isOpen: true, batch: openToasts[0]?.batch ?? id }];
}

export function Toaster() {
  const { toasts, markClosed } = useToasts();
  const listElement = useRef<HTMLOListElement>(null);
  const { rememberFocus, returnFocus } = useFocusBefore(listElement);
  const isEscapeHandled = useRef(false);
  const { swipeDirection, ...followSwipe } = useSwipeToClose();

  // Radix would repeat the text of each toast in a hidden region. Our list is a live region itself.
  const [unusedRegion] = useState(() => document.createElement('div'));

  const closeToast = (id: number) => {
    markClosed(id);
    returnFocus();
  };

  const hiddenToasts = toasts.filter(({ isOpen }) => isOpen).slice(0, -MAX_VISIBLE);
  return (
    <div aria-live="polite" aria-relevant="additions text">
      {/* A provider whose last toast closed under the pointer stays paused, so the next batch gets its own. */}
      <Toast.Provider
        key={toasts[0]?.batch ?? 0}
        duration={TOAST_MS}
        swipeThreshold={SWIPE_PX}
        swipeDirection={swipeDirection}
        announcerContainer={unusedRegion}
      >
        {toasts.map((one) => (
          <Toast.Root
            key={one.id}
            type="background"
            open={one.isOpen}
            {...(one.endsAfterMs && { duration: Number.POSITIVE_INFINITY })}
            onEscapeKeyDown={({ target }) => {
              if (target instanceof Node && listElement.current?.contains(target)) return;
              // Radix would close the newest toast, but Escape belongs to what has the focus.
              isEscapeHandled.current = true;
              queueMicrotask(() => {
                isEscapeHandled.current = false;
              });
            }}
            onOpenChange={() => {
              if (!isEscapeHandled.current) closeToast(one.id);
            }}
            // A press must not move the focus, because a focused toast stays open.
            onMouseDown={(event) => event.preventDefault()}
            {...followSwipe}
            onFocus={rememberFocus}
            hidden={hiddenToasts.includes(one)}
            data-slot="toast"
            className={toastClass}
            // A dialog blocks the pointer on the rest of the page, but toasts stay clickable
            style={{ pointerEvents: one.isOpen ? 'auto' : 'none' }}
          >
            {one.endsAfterMs && <ToastEndTimer afterMs={one.endsAfterMs} onEnd={() => closeToast(one.id)} />}
            <Toast.Close
              aria-label="Close"
              className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X className="size-4" strokeWidth={1.75} aria-hidden />
            </Toast.Close>
            <ToastText message={one} />
          </Toast.Root>
        ))}
        <Toast.Viewport
          ref={listElement}
          onFocus={rememberFocus}
          hotkey={['altKey', 'KeyT']}
          label="Notifications Alt+T"
          className={listClass}
        />
      </Toast.Provider>
    </div>
  );
}

function useToasts() {
  const [toasts, setToasts] = useState<ToastState[]>([]);
  useEffect(() => {
    let stopTakingToasts = () => {};
    const readyTimer = setTimeout(() => {
      stopTakingToasts = takeToasts((message) => setToasts((before) => addToast(before, message)));
    }, LIVE_REGION_READY_MS);
    return () => {
      clearTimeout(readyTimer);
      stopTakingToasts();
    };
  }, []);
  const markToastClosed = (id: number) =>
    setToasts((before) => before.map((one) => (one.id === id ? { ...one, isOpen: false } : one)));
  return { toasts, markClosed: markToastClosed };
}

/** Gives the focus back to what had it before it came into the list. */
function useFocusBefore(list: RefObject<HTMLElement | null>) {
  const lastFocused = useRef<HTMLElement>(null);
  const rememberFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !list.current?.contains(relatedTarget)) {
      lastFocused.current = relatedTarget;
    }
  };
  const returnFocus = () => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !list.current?.contains(activeElement)) return;
    if (lastFocused.current?.isConnected) lastFocused.current.focus();
    else activeElement.blur();
  };
  return { rememberFocus, returnFocus };
}

/** Radix accepts one direction only and ends the swipe at a move in the other. */
function useSwipeToClose() {
  const startX = useRef(0);
  const [swipeDirection, setSwipeDirection] = useState<'left' | 'right'>('right');
  return {
    swipeDirection,
    onPointerDown: ({ clientX }: PointerEvent) => {
      startX.current = clientX;
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons === 0 || event.clientX === startX.current) return;
      const pointerDirection = event.clientX < startX.current ? 'left' : 'right';
      if (pointerDirection === swipeDirection) return;
      event.preventDefault();
      setSwipeDirection(pointerDirection);
    },
  };
}

function ToastText({ message }: { message: ToastMessage }) {
  return (
    <>
      <span className="mt-0.5 shrink-0">{iconsByToastKind[message.kind]}</span>
      <div className="min-w-0">
        <Toast.Title className="font-semibold leading-snug">{message.title}</Toast.Title>
        {message.description && (
          <Toast.Description className="mt-0.5 text-sm text-muted">{message.description}</Toast.Description>
        )}
      </div>
      {message.action && (
        <Toast.Action
          altText={message.action.label}
          onClick={message.action.onPress}
          className={makeButtonClass({
            variant: 'outline',
            size: 'sm',
            className: '-my-2.5 ml-auto shrink-0 self-center',
          })}
        >
          {message.action.label}
        </Toast.Action>
      )}
    </>
  );
}

function ToastEndTimer({ afterMs, onEnd }: { afterMs: number; onEnd: () => void }) {
  const endToast = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => endToast(), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return null;
}
