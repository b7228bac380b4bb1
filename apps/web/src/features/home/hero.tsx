import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Skeleton, SkeletonBar } from '@institute/ui/skeleton.tsx';
import { useEffect, useState } from 'react';
import { useHasTexts, useSite } from '../../api/context.ts';
import { Carousel } from './carousel.tsx';
import type { SharedRotation } from './rotation.ts';

/** Before, only the image of the first slide loads. */
const NEXT_IMAGES_MS = 2500;

/** Images are outside the flow, so that the two buttons, which all slides share, can follow the text. */
const imageClass = 'absolute inset-x-0 top-0 h-[62vw] w-full lg:left-1/2 lg:h-full lg:w-1/2';

export function Hero({ rotation }: { rotation: SharedRotation }) {
  const { institute, slides } = useSite();
  const hasTexts = useHasTexts();
  const later = useLater(NEXT_IMAGES_MS);
  return (
    <div className="group/hero relative overflow-hidden bg-green text-white">
      <Container>
        <div className="flex flex-col pt-[calc(62vw+1.75rem)] pb-20 lg:min-h-[33rem] lg:w-1/2 lg:justify-center lg:pt-14 lg:pr-12 lg:pb-24">
          <h1 className="mb-3 font-sans text-base font-semibold tracking-normal text-sun-soft lg:mb-4">
            {institute.blurb}
          </h1>
          {hasTexts ? (
            <Carousel
              label="Highlights"
              items={slides}
              itemKey={({ id }) => id}
              rotation={rotation}
              tone="dark"
              className="static!"
              // the controls stand below the buttons, so they appear when all of this has arrived
              controlsClassName="absolute bottom-4 group-[:not(:has(+*))]/hero:invisible lg:bottom-8 xl:-ml-1.5"
              renderItem={({ title, subtitle, image, imageAlt }, { index, shown }) => (
                <>
                  {/* Only the images cross-fade: overlapping texts cannot be read. */}
                  <div className={cx(!shown && 'invisible')}>
                    <Heading level={2} size="hero">
                      {title}
                    </Heading>
                    <p className="mt-4 max-w-[42ch] text-lg lg:mt-5">{subtitle}</p>
                  </div>
                  {(shown || later) && (
                    <ResponsiveImage
                      src={image}
                      alt={imageAlt ?? title}
                      sizes="(min-width: 1024px) max(50vw, 44rem), 100vw"
                      priority={index === 0}
                      className={imageClass}
                    />
                  )}
                </>
              )}
            />
          ) : (
            <SlideSkeleton />
          )}
          <div className="mt-6 flex flex-wrap gap-3 lg:mt-8">
            <ButtonLink to="/registration" variant="accent" size="lg">
              Join Institute
            </ButtonLink>
            <ButtonLink to="/programs" variant="inverse" size="lg">
              Explore Programs
            </ButtonLink>
          </div>
        </div>
      </Container>
    </div>
  );
}

const SlideSkeleton = () => (
  <Skeleton className="opacity-25">
    <SkeletonBar className="h-32 lg:h-36" />
    <SkeletonBar className="mt-4 h-14 max-w-[42ch] lg:mt-5" />
  </Skeleton>
);

function useLater(ms: number): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return later;
}
