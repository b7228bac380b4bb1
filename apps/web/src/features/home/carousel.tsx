import { cx } from '@institute/ui/cx.ts';
import { useHydrated } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type SharedRotation, useCarousel } from './rotation.ts';

const carouselToneClasses = {
  dark: {
    button: 'text-on-green hover:bg-on-green/15',
    on: 'bg-sun-on-green',
    off: 'bg-on-green/55 group-hover:bg-on-green',
  },
  light: { button: 'text-ink hover:bg-sand', on: 'bg-green', off: 'bg-edge group-hover:bg-ink' },
};

/** So many links of 24 px fit side by side on a screen of 320 px. */
const MAX_SLIDE_LINKS_IN_A_ROW = 10;

const makeSlideLabels = (at: number, length: number) => ({
  role: 'group',
  'aria-roledescription': 'slide',
  'aria-label': `${at + 1} of ${length}`,
});

type CarouselProps<T> = {
  /** Accessible name, without the word "carousel", which screen readers add. */
  label: string;
  items: readonly T[];
  itemKey: (item: T) => string | number;
  renderItem: (item: T, index: number) => ReactNode;
  rotation: SharedRotation;
  tone?: keyof typeof carouselToneClasses;
  className?: string;
  trackClassName?: string;
  slideClassName?: string;
  controlsClassName?: string;
};

/** A list that scrolls and snaps, with links to its slides. Scripts add the rotation and its buttons. */
export function Carousel<T>({
  label,
  items,
  itemKey,
  renderItem,
  rotation,
  tone = 'light',
  className,
  trackClassName,
  slideClassName,
  controlsClassName,
}: CarouselProps<T>) {
  const id = label.toLowerCase().replaceAll(' ', '-');
  const { length } = items;
  const { index, stopped, running, go, toggle, hover, focus } = useCarousel(length, rotation);
  const trackRef = useSlideTrack(index, go);
  const isHydrated = useHydrated();
  const buttonClass = cx(
    'needs-script grid size-touch shrink-0 place-items-center rounded-full transition-colors [&_svg]:size-5 [&_svg]:stroke-[1.75]',
    carouselToneClasses[tone].button,
  );
  const renderSlideButton = (name: string, icon: ReactNode, press: () => void) => (
    <button type="button" className={buttonClass} aria-label={name} aria-controls={id} onClick={press}>
      {icon}
    </button>
  );
  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={cx('relative flex flex-col', className)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && hover(true)}
      onPointerLeave={() => hover(false)}
      onFocus={() => focus(true)}
      onBlur={(event) => focus(event.currentTarget.contains(event.relatedTarget))}
    >
      {length > 1 && (
        <div
          className={cx(
            'order-last flex items-center gap-x-0.5 not-has-[+div+span]:invisible print:hidden',
            length > 6 && 'flex-wrap',
            controlsClassName,
          )}
        >
          {renderSlideButton(
            stopped ? 'Start rotation' : 'Pause rotation',
            stopped ? <Play aria-hidden /> : <Pause aria-hidden />,
            toggle,
          )}
          {renderSlideButton('Previous slide', <ChevronLeft aria-hidden />, () => go(index - 1))}
          {renderSlideButton('Next slide', <ChevronRight aria-hidden />, () => go(index + 1))}
          <SlideLinks id={id} keys={items.map(itemKey)} index={index} tone={tone} go={go} />
        </div>
      )}
      <div
        ref={trackRef}
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls slides that have no link
        tabIndex={0}
        aria-live={running ? 'off' : 'polite'}
        className={cx(
          'relative grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col overflow-x-auto overscroll-x-contain [scrollbar-width:none] print:block',
          trackClassName,
        )}
      >
        {items.map((item, at) => (
          <div
            key={itemKey(item)}
            id={`${id}-${at + 1}`}
            {...makeSlideLabels(at, length)}
            inert={isHydrated && at !== index}
            className={cx(
              'min-w-0 snap-start scroll-mt-20 print:mb-4 print:block print:break-inside-avoid',
              slideClassName,
            )}
          >
            {renderItem(item, at)}
          </div>
        ))}
      </div>
      {/* The controls come before the slides in the document and are shown below them. This element makes them visible once all slides have arrived, so that they do not move. */}
      <span hidden />
    </section>
  );
}

type SlideLinksProps = {
  id: string;
  keys: readonly (string | number)[];
  index: number;
  tone: keyof typeof carouselToneClasses;
  go: (to: number) => void;
};

/**
 * Links to the slides. On narrow screens the columns shrink, but each link stays large enough for a finger.
 * Links that do not fit in a row of a phone get further rows.
 */
function SlideLinks({ id, keys, index, tone, go }: SlideLinksProps) {
  const { length } = keys;
  return (
    <div
      className={cx(
        length > MAX_SLIDE_LINKS_IN_A_ROW
          ? 'max-md:grid-cols-[repeat(auto-fit,minmax(1.5rem,1fr))]! max-md:grid flex flex-wrap'
          : 'grid',
        'min-w-0',
        length > 6 && 'max-md:basis-full max-md:px-3.5',
      )}
      style={{ gridTemplateColumns: `repeat(${length}, minmax(0, var(--spacing-touch)))` }}
    >
      {keys.map((key, at) => (
        <a
          key={key}
          href={`#${id}-${at + 1}`}
          className="group grid size-touch place-items-center justify-self-center rounded-full"
          aria-label={`Go to slide ${at + 1}`}
          aria-current={at === index || undefined}
          onClick={(event) => {
            event.preventDefault();
            go(at);
          }}
        >
          <span
            className={cx(
              'h-1 w-6 rounded-full transition-colors',
              length > 6 && 'max-md:w-3',
              at === index ? carouselToneClasses[tone].on : carouselToneClasses[tone].off,
            )}
          />
        </a>
      ))}
    </div>
  );
}

/** Keeps the scroll position of the list and the index of the shown slide in step. */
function useSlideTrack(index: number, go: (to: number) => void) {
  const slideTrackRef = useRef<HTMLDivElement>(null);
  const shownIndex = useRef(index);

  // Follows the visitor's scrolling, which may have begun before hydration
  const followScroll = useEffectEvent((at: number) => {
    if (at === shownIndex.current) return;
    shownIndex.current = at;
    go(at);
  });
  useEffect(() => {
    const trackElement = slideTrackRef.current;
    if (!trackElement) return;
    const slideElements = Array.from(trackElement.children);
    const scrollObserver = new IntersectionObserver(
      (entries) => {
        const lastVisibleEntry = entries.filter(({ isIntersecting }) => isIntersecting).at(-1);
        if (lastVisibleEntry) followScroll(slideElements.indexOf(lastVisibleEntry.target));
      },
      { root: trackElement, threshold: 0.6 },
    );
    for (const slide of slideElements) scrollObserver.observe(slide);
    return () => scrollObserver.disconnect();
  }, []);

  useEffect(() => {
    const scrolledTrackElement = slideTrackRef.current;
    if (!scrolledTrackElement || shownIndex.current === index) return;
    const isNeighbour = Math.abs(shownIndex.current - index) === 1;
    shownIndex.current = index;
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrolledTrackElement.scrollTo({
      left: index * scrolledTrackElement.clientWidth,
      behavior: isNeighbour && !prefersReducedMotion ? 'smooth' : 'instant',
    });
  }, [index]);
  return slideTrackRef;
}
