import { cx } from '@institute/ui/cx.ts';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type SharedRotation, useCarousel } from './rotation.ts';

const SWIPE_PX = 40;

const slideNaming = (at: number, length: number) => ({
  role: 'group',
  'aria-roledescription': 'slide',
  'aria-label': `${at + 1} of ${length}`,
});

type Slide = {
  index: number;
  shown: boolean;
  /**
   * Only near slides load large images: the shown one and its neighbours, or the first until the visitor
   * scrolls to the carousel.
   */
  near: boolean;
};

type CarouselProps<T> = {
  /** Accessible name, without the word "carousel", which screen readers add. */
  label: string;
  items: readonly T[];
  itemKey: (item: T) => string | number;
  renderItem: (item: T, slide: Slide) => ReactNode;
  /** Several carousels can follow one count. Without it, this one rotates by itself. */
  rotation?: SharedRotation | undefined;
  intervalMs?: number;
  tone?: CarouselTone;
  className?: string;
  controlsClassName?: string;
};

export function Carousel<T>({
  label,
  items,
  itemKey,
  renderItem,
  rotation,
  intervalMs,
  tone = 'light',
  className,
  controlsClassName,
}: CarouselProps<T>) {
  const slides = useId();
  const { index, stopped, running, go, toggle, hover, focus } = useCarousel(
    items.length,
    rotation,
    intervalMs,
  );
  const frame = useRef<HTMLElement>(null);
  // taps from before hydration: `early-taps.ts`
  useEffect(() => {
    if (frame.current) frame.current.dataset.hydrated = '';
    for (const tap of window.earlyTaps ?? []) if (frame.current?.contains(tap)) tap.click();
  }, []);
  const seen = useSeen(frame);
  const swipe = useSwipe((step) => go(index + step));

  return (
    <section
      ref={frame}
      aria-roledescription="carousel"
      aria-label={label}
      className={cx('relative flex flex-col', className)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && hover(true)}
      onPointerLeave={() => hover(false)}
      onFocus={() => focus(true)}
      onBlur={(event) => focus(event.currentTarget.contains(event.relatedTarget))}
    >
      {items.length > 1 && (
        <CarouselControls
          index={index}
          length={items.length}
          stopped={stopped}
          tone={tone}
          controls={slides}
          onGo={go}
          onToggle={toggle}
          className={cx('order-last not-has-[+div+span]:invisible', controlsClassName)}
        />
      )}
      <div id={slides} aria-live={running ? 'off' : 'polite'} className="grid grow touch-pan-y" {...swipe}>
        {items.map((item, at) => {
          const shown = at === index;
          const distance = Math.abs(at - index);
          const near = seen ? Math.min(distance, items.length - distance) <= 1 : at === 0;
          return (
            <div
              key={itemKey(item)}
              {...slideNaming(at, items.length)}
              inert={!shown}
              className={cx(
                'col-start-1 row-start-1 min-w-0 transition-[opacity,visibility] duration-250',
                !shown && 'invisible opacity-0',
              )}
            >
              {renderItem(item, { index: at, shown, near })}
            </div>
          );
        })}
      </div>
      {/* The controls come before the slides in the document and are shown below them. This element makes them visible once all slides have arrived, so that they do not move. */}
      <span hidden />
    </section>
  );
}

/** True from the moment when the element is half a screen away. */
function useSeen(frame: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!frame.current) return;
    const look = (entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    };
    const observer = new IntersectionObserver(look, { rootMargin: '50%' });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return seen;
}

function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === 'touch' ? event.clientX : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const moved = start.current === null ? 0 : event.clientX - start.current;
      start.current = null;
      if (Math.abs(moved) >= SWIPE_PX) onSwipe(moved < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

const tones = {
  dark: { button: 'text-white hover:bg-white/15', on: 'bg-sun', off: 'bg-white/55 group-hover:bg-white' },
  light: { button: 'text-ink hover:bg-sand', on: 'bg-green', off: 'bg-edge group-hover:bg-ink' },
};

type CarouselTone = keyof typeof tones;

type CarouselControlsProps = {
  index: number;
  length: number;
  stopped: boolean;
  tone: CarouselTone;
  controls: string;
  onGo: (to: number) => void;
  onToggle: () => void;
  className?: string | undefined;
};

function CarouselControls({
  index,
  length,
  stopped,
  tone,
  controls,
  onGo,
  onToggle,
  className,
}: CarouselControlsProps) {
  const look = tones[tone];
  const places = Array.from({ length }, (_, at) => at);
  const button = cx(
    'grid size-touch shrink-0 place-items-center rounded-full transition-colors [&_svg]:size-5 [&_svg]:stroke-[1.75]',
    look.button,
  );
  return (
    <div className={cx('needs-script flex items-center gap-x-0.5', length > 6 && 'flex-wrap', className)}>
      <button
        type="button"
        className={button}
        aria-label={stopped ? 'Start rotation' : 'Pause rotation'}
        aria-controls={controls}
        onClick={onToggle}
      >
        {stopped ? <Play aria-hidden /> : <Pause aria-hidden />}
      </button>
      <button
        type="button"
        className={button}
        aria-label="Previous slide"
        aria-controls={controls}
        onClick={() => onGo(index - 1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <button
        type="button"
        className={button}
        aria-label="Next slide"
        aria-controls={controls}
        onClick={() => onGo(index + 1)}
      >
        <ChevronRight aria-hidden />
      </button>
      {/* On narrow screens the columns shrink, but each button keeps the size of a finger. */}
      <div
        className={cx('grid min-w-0', length > 6 && 'max-md:basis-full max-md:px-3.5')}
        style={{ gridTemplateColumns: `repeat(${length}, minmax(0, var(--spacing-touch)))` }}
      >
        {places.map((at) => (
          <button
            key={at}
            type="button"
            className="group grid size-touch place-items-center justify-self-center rounded-full"
            aria-label={`Go to slide ${at + 1}`}
            aria-current={at === index || undefined}
            aria-controls={controls}
            onClick={() => onGo(at)}
          >
            <span
              className={cx(
                'h-1 w-6 rounded-full transition-colors',
                length > 6 && 'max-md:w-3',
                at === index ? look.on : look.off,
              )}
            />
          </button>
        ))}
      </div>
    </div>
  );
}
