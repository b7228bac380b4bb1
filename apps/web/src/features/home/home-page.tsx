import { useHasTexts } from '../../api/context.ts';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import band from '../../ui/pattern/bands/home.svg';
import { PatternBand } from '../../ui/pattern/pattern-band.tsx';
import { useSharedRotation } from '../../ui/shared-rotation.ts';
import { AboutUs } from './about-us.tsx';
import { GetInTouch } from './get-in-touch.tsx';
import { Hero } from './hero.tsx';
import { OurPartners } from './our-partners.tsx';
import { OurPrograms } from './our-programs.tsx';
import { OurValues } from './our-values.tsx';
import { StatsBand } from './stats-band.tsx';

export function HomePage() {
  const rotation = useSharedRotation();
  const hasTexts = useHasTexts();
  return (
    <>
      <Hero rotation={rotation} />
      <StatsBand />
      {hasTexts ? (
        <>
          <AboutUs />
          <OurValues />
        </>
      ) : (
        <PageSkeleton />
      )}
      <PatternBand image={band} />
      <OurPrograms rotation={rotation} />
      {hasTexts && <OurPartners />}
      <GetInTouch />
    </>
  );
}
