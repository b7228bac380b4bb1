import type { FacilitySummary } from '@institute/contract';
import { Card } from '@institute/ui/card.tsx';
import { linkedCardClass } from '@institute/ui/card-link.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { ArrowRight } from 'lucide-react';
import { FacilityFeatures } from './facility-features.tsx';
import { FacilityLink } from './facility-link.tsx';

const heroClass = 'lg:grid! lg:grid-cols-[3fr_2fr]';

export function FacilityHero({ facility }: { facility: FacilitySummary }) {
  const { name, excerpt, features, featureCount, imageUrl, imageAlt } = facility;
  return (
    <Card as="article" className={`${linkedCardClass} ${heroClass}`}>
      <ResponsiveImage
        src={imageUrl}
        alt={imageAlt ?? name}
        ratio={4 / 3}
        sizes="(min-width: 1024px) 710px, 80vw"
        priority
        className="w-full lg:h-full lg:max-h-110"
      />
      <div className="flex flex-col gap-4 p-5 md:p-8 lg:justify-center lg:p-10">
        <Heading level={2}>
          <FacilityLink facility={facility} />
        </Heading>
        <p className="text-muted">{excerpt}</p>
        <FacilityFeatures features={features} count={featureCount} />
        <ArrowRight
          className="size-6 text-green transition-transform group-hover:translate-x-1"
          strokeWidth={1.75}
          aria-hidden
        />
      </div>
    </Card>
  );
}
