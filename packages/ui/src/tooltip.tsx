import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const OPEN_DELAY_MS = 700;
const CLOSE_DELAY_MS = 150;
const ANCHOR_GAP = 6;
const EDGE_GAP = 8;

type TooltipSide = 'top' | 'right' | 'bottom' | 'left';
type TriggerHandlers = Partial<{
  'aria-describedby': string | undefined;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: (event: PointerEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}>;

type TooltipProps = {
  label: ReactNode;
  side?: TooltipSide;
  enabled?: boolean;
  children: ReactElement<TriggerHandlers>;
};

/**
 * Opens after a short hover, or with the focus. Renders nothing until then, because a long table has many.
 */
export function Tooltip({ label, side = 'top', enabled = true, children }: TooltipProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [anchor, setAnchor] = useState<Element | null>(null);
  const triggerProps = children.props;
  const changeAnchorAfterDelay = (ms: number, next: Element | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), ms);
  };
  const closeTooltip = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const isOpen = enabled && anchor !== null;
  const handlers: TriggerHandlers = {
    ...(isOpen && { 'aria-describedby': id }),
    onPointerEnter: (event) => {
      triggerProps.onPointerEnter?.(event);
      // A finger has no hover
      if (event.pointerType !== 'touch')
        changeAnchorAfterDelay(anchor ? 0 : OPEN_DELAY_MS, event.currentTarget);
    },
    onPointerLeave: (event) => {
      triggerProps.onPointerLeave?.(event);
      changeAnchorAfterDelay(CLOSE_DELAY_MS, null);
    },
    onPointerDown: (event) => {
      triggerProps.onPointerDown?.(event);
      closeTooltip();
    },
    onFocus: (event) => {
      triggerProps.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget);
    },
    onBlur: (event) => {
      triggerProps.onBlur?.(event);
      closeTooltip();
    },
  };
  return (
    <>
      {cloneElement(children, enabled ? handlers : {})}
      {isOpen && (
        <TooltipBubble
          id={id}
          anchor={anchor}
          side={side}
          onClose={closeTooltip}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => changeAnchorAfterDelay(CLOSE_DELAY_MS, null)}
        >
          {label}
        </TooltipBubble>
      )}
    </>
  );
}

type TooltipBubbleProps = {
  id: string;
  anchor: Element;
  side: TooltipSide;
  onClose: () => void;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
};

/** In the browser's top layer, where nothing clips it. */
function TooltipBubble({ id, anchor, side, onClose, onEnter, onLeave, children }: TooltipBubbleProps) {
  const bubbleElement = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current: bubble } = bubbleElement;
    if (!bubble) return;
    bubble.showPopover?.();
    const { left, top } = findBubblePlace(
      anchor.getBoundingClientRect(),
      bubble.getBoundingClientRect(),
      side,
    );
    bubble.style.left = `${left}px`;
    bubble.style.top = `${top}px`;
  }, [anchor, side]);

  useEffect(() => {
    const listenerController = new AbortController();
    const { signal } = listenerController;
    const closeOnEscapeKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Closes the tooltip alone, not a dialog around it, whose listener is on the document
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', closeOnEscapeKey, { signal, capture: true });
    document.addEventListener('scroll', onClose, { signal, capture: true, passive: true });
    return () => listenerController.abort();
  });

  return (
    <span
      ref={bubbleElement}
      id={id}
      role="tooltip"
      popover="manual"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed inset-auto z-50 m-0 max-w-72 animate-fade rounded-small border-0 bg-ink px-3 py-1.5 text-left text-sm font-medium wrap-anywhere whitespace-normal text-white"
    >
      {children}
    </span>
  );
}

type BoxRect = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'width' | 'height'>;
const oppositeSides = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;

/** Takes the opposite side when there is no room, and stays within the screen. */
function findBubblePlace(
  anchor: BoxRect,
  { width, height }: BoxRect,
  wanted: TooltipSide,
): { left: number; top: number } {
  const { innerWidth, innerHeight } = window;
  const roomBySide = {
    top: anchor.top,
    bottom: innerHeight - anchor.bottom,
    left: anchor.left,
    right: innerWidth - anchor.right,
  };
  const isAboveOrBelow = wanted === 'top' || wanted === 'bottom';
  const neededRoom = ANCHOR_GAP + EDGE_GAP + (isAboveOrBelow ? height : width);
  const chosenSide =
    roomBySide[wanted] < neededRoom && roomBySide[oppositeSides[wanted]] >= neededRoom
      ? oppositeSides[wanted]
      : wanted;
  const centredPlace = {
    left: anchor.left + (anchor.width - width) / 2,
    top: anchor.top + (anchor.height - height) / 2,
  };
  const { left, top } = {
    top: { ...centredPlace, top: anchor.top - ANCHOR_GAP - height },
    bottom: { ...centredPlace, top: anchor.bottom + ANCHOR_GAP },
    left: { ...centredPlace, left: anchor.left - ANCHOR_GAP - width },
    right: { ...centredPlace, left: anchor.right + ANCHOR_GAP },
  }[chosenSide];
  return {
    left: Math.max(EDGE_GAP, Math.min(left, innerWidth - EDGE_GAP - width)),
    top: Math.max(EDGE_GAP, Math.min(top, innerHeight - EDGE_GAP - height)),
  };
}
