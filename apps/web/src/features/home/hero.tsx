import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/contact.svg';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Skeleton, SkeletonBar } from '@institute/ui/skeleton.tsx';
import { useHasTexts, useSite } from '../../api/context.ts';
import { Carousel } from './carousel.tsx';
import type { SharedRotation } from './rotation.ts';

/** The slides share rows of title, text and buttons, with the image above or next to them. */
const rowsClass = 'grid-rows-[62vw_auto_auto_auto_auto] lg:grid-rows-[6rem_auto_auto_auto_minmax(6rem,1fr)]';
const imageClass =
  'absolute inset-x-0 top-0 h-[62vw] w-full lg:left-1/2 lg:h-full lg:w-1/2 print:static print:h-64 print:w-auto';
const wordsClass = 'lg:w-1/2 lg:pr-12';
/**
 * All slides are as high as the highest. A title longer than this is smaller, so that other slides have no
 * gap below them.
 */
const LONG_TITLE_LENGTH = 40;

export function Hero({ rotation }: { rotation: SharedRotation }) {
  const { institute, slides } = useSite('slides');
  const { name, blurb } = institute;
  const hasTexts = useHasTexts();
  const heroButtons = (
    <>
      <ButtonLink to="/registration" variant="accent" size="lg">
        Join Institute
      </ButtonLink>
      <ButtonLink to="/programs" variant="inverse" size="lg">
        Explore Programs
      </ButtonLink>
    </>
  );
  if (slides?.length === 0) {
    return (
      <PageHero title={name || 'Welcome'} intro={blurb} pattern={pattern}>
        {heroButtons}
      </PageHero>
    );
  }
  return (
    <div
      className={`group/hero relative grid bg-green-ground text-on-green lg:min-h-[33rem] no-subgrid:flex no-subgrid:flex-col print:block ${rowsClass}`}
    >
      <Container className="relative z-1 col-start-1 row-start-2 pt-7 lg:pt-0 lg:no-subgrid:pt-24">
        <h1
          className={`mb-3 font-sans text-base font-semibold tracking-normal text-on-green-soft lg:mb-4 ${wordsClass}`}
        >
          {blurb || name || 'Welcome'}
        </h1>
      </Container>
      {hasTexts ? (
        <Carousel
          label="Highlights"
          items={slides}
          itemKey={({ id }) => id}
          rotation={rotation}
          tone="dark"
          className="contents!"
          trackClassName="col-start-1 row-start-1 row-end-4 grid-rows-subgrid lg:row-end-6"
          slideClassName="relative row-span-full grid grid-rows-subgrid no-subgrid:pt-[66vw] lg:no-subgrid:pt-0"
          // The controls stand below the buttons, so they stay hidden until everything above has arrived
          controlsClassName="col-start-1 row-start-5 z-1 mx-auto w-full max-w-page self-end px-[24px] pt-5 pb-4 group-[:not(:has(+*))]/hero:invisible lg:pb-8 xl:px-0 xl:-translate-x-1.5"
          renderItem={({ title, subtitle, image, imageAlt }, index) => (
            <>
              <Container className="row-start-3">
                <div className={wordsClass}>
                  <Heading level={2} size={title.length > LONG_TITLE_LENGTH ? 'page' : 'hero'}>
                    {title}
                  </Heading>
                  <p className="mt-4 max-w-[42ch] text-lg lg:mt-5">{subtitle}</p>
                </div>
              </Container>
              <ResponsiveImage
                src={image}
                alt={imageAlt ?? title}
                sizes="(min-width: 1024px) max(50vw, 44rem), 100vw"
                priority={index === 0}
                className={imageClass}
              />
            </>
          )}
        />
      ) : (
        <Container className="row-start-3">
          <Skeleton className="opacity-25">
            <SkeletonBar className="h-32 lg:h-36" />
            <SkeletonBar className="mt-4 h-14 max-w-[42ch] lg:mt-5" />
          </Skeleton>
        </Container>
      )}
      <Container className="relative z-1 col-start-1 row-start-4 flex flex-wrap gap-3 pt-6 lg:pt-8">
        {heroButtons}
      </Container>
    </div>
  );
}
