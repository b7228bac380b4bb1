import { type ReactNode, useState } from 'react';
import { Container } from './container.tsx';
import { cx } from './cx.ts';
import { Heading } from './heading.tsx';
import { ResponsiveImage } from './responsive-image.tsx';

type PageHeroProps = {
  title: ReactNode;
  intro: ReactNode;
  children?: ReactNode;
  /** For pages whose form or list matters more than the hero. */
  isShort?: boolean;
} & HeroImage;

/** `pattern` is the URL of a file in `heroes`. */
type HeroImage =
  | { image: { src: string | undefined; alt: string }; pattern?: never }
  | { pattern: string; image?: never };

const imageBesideClass = 'block w-full lg:absolute lg:inset-y-0 lg:right-0 lg:aspect-auto lg:h-full lg:w-2/5';

export function PageHero({ title, intro, pattern, image, children, isShort }: PageHeroProps) {
  const [isLate] = useState(intro === undefined);
  return (
    <div className="relative overflow-hidden bg-green-ground text-on-green">
      <Container>
        <div
          className={cx(
            'flex flex-col lg:w-3/5 lg:pr-12',
            isShort ? 'gap-2 py-5 md:py-8' : 'gap-4 py-7 sm:py-10 md:py-14',
            image && 'lg:min-h-96 lg:justify-center',
          )}
        >
          <Heading level={1}>{title}</Heading>
          {/* Keeps room for the lines of text, so that the page does not move when they are loaded */}
          {intro !== '' && (
            <p className={cx('max-w-text text-lg', isLate && 'min-h-[3lh] sm:min-h-[2lh]')}>{intro}</p>
          )}
          {children && <div className="flex flex-wrap gap-3 pt-1">{children}</div>}
        </div>
      </Container>
      {image ? (
        <ResponsiveImage
          {...image}
          sizes="(min-width: 1024px) 40vw, 80vw"
          priority
          className={cx(imageBesideClass, 'max-lg:max-h-80')}
        />
      ) : (
        /* The pattern has two rows of whole tiles on a phone, and the right side of the band on a wide screen
         */
        <div
          aria-hidden
          data-band="hero"
          style={{ background: `url("${pattern}") 0 50% / cover` }}
          className={cx(imageBesideClass, 'aspect-[12/2] md:aspect-[12/1]', isShort && 'max-lg:hidden')}
        />
      )}
    </div>
  );
}
