import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import band from '@institute/ui/pattern/bands/home.svg';
import { PatternBand } from '@institute/ui/pattern/pattern-band.tsx';
import { useHasTexts } from '../../api/context.ts';
import { AboutUs } from './about-us.tsx';
import { GetInTouch } from './get-in-touch.tsx';
import { Hero } from './hero.tsx';
import { OurPartners } from './our-partners.tsx';
import { OurPrograms } from './our-programs.tsx';
import { OurValues } from './our-values.tsx';
import { useSharedRotation } from './shared-rotation.ts';
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
