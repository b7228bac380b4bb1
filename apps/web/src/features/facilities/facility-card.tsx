import type { Facility, FacilitySummary } from '@institute/contract';
import { Card, CardBody, CardLink, linkedCardClass } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { ArrowRight, Check } from 'lucide-react';

export function FacilityCard({ facility }: { facility: FacilitySummary }) {
  const { name, excerpt, features, featureCount, imageUrl, imageAlt } = facility;
  return (
    <Card as="li" className={linkedCardClass}>
      <ResponsiveImage
        src={imageUrl}
        alt={imageAlt ?? name}
        ratio={4 / 3}
        sizes="(min-width: 1024px) 380px, (min-width: 640px) 50vw, 80vw"
        className="w-full"
      />
      <CardBody className="gap-3!">
        <Heading level={3}>
          <FacilityLink facility={facility} />
        </Heading>
        <p className="text-base text-muted">{excerpt}</p>
        <FacilityFeatures features={features} count={featureCount} />
      </CardBody>
    </Card>
  );
}

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

export function FacilityFeatures({ features, count }: { features: string[]; count: number }) {
  const more = count - features.length;
  return (
    <div className="flex flex-col gap-2 text-base">
      <ul className="flex flex-col gap-1">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check className="mt-1 size-4 shrink-0 text-leaf" strokeWidth={2} aria-hidden />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm font-semibold text-green">{`+${more} more features`}</p>}
    </div>
  );
}

const FacilityLink = ({ facility: { id, name } }: { facility: Pick<Facility, 'id' | 'name'> }) => (
  <CardLink to="/facilities/$id" params={{ id: String(id) }}>
    {name}
  </CardLink>
);

export const facilityGridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6';

const cardClass = 'overflow-hidden rounded-card border border-line bg-card';
const places = [1, 2, 3, 4, 5, 6];

export function FacilityCardsSkeleton() {
  return (
    <SkeletonGroup label="Loading facilities…" className="flex flex-col gap-5 lg:gap-6">
      <Skeleton className={`lg:grid lg:grid-cols-[3fr_2fr] ${cardClass}`}>
        <SkeletonBar className="aspect-[4/3] rounded-none! lg:max-h-110" />
        <Words />
      </Skeleton>
      <div className={facilityGridClass}>
        {places.map((place) => (
          <Skeleton key={place} className={cardClass}>
            <SkeletonBar className="aspect-[4/3] rounded-none!" />
            <Words />
          </Skeleton>
        ))}
      </div>
    </SkeletonGroup>
  );
}

const Words = () => (
  <div className="flex flex-col justify-center gap-3 p-5 md:p-6">
    <SkeletonBar className="h-7 w-2/3" />
    <SkeletonBar className="h-17 w-full" />
    <SkeletonBar className="h-20 w-3/4" />
  </div>
);
