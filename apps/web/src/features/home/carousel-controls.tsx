import { cx } from '@institute/ui/cx.ts';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';

const tones = {
  dark: { button: 'text-white hover:bg-white/15', on: 'bg-sun', off: 'bg-white/55 group-hover:bg-white' },
  light: { button: 'text-ink hover:bg-sand', on: 'bg-green', off: 'bg-edge group-hover:bg-ink' },
};

export type CarouselTone = keyof typeof tones;

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

export function CarouselControls({
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
