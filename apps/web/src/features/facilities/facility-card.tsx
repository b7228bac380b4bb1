import type { Facility, FacilitySummary } from '@institute/contract';
import { Card, CardBody, CardLink, linkedCardClass } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Check } from 'lucide-react';
import { FeaturedWords, featuredClass } from '../../lists/cards.tsx';

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

export function FacilityHero({ facility }: { facility: FacilitySummary }) {
  const { name, excerpt, features, featureCount, imageUrl, imageAlt } = facility;
  return (
    <Card as="article" className={`${linkedCardClass} ${featuredClass}`}>
      <ResponsiveImage
        src={imageUrl}
        alt={imageAlt ?? name}
        ratio={4 / 3}
        sizes="(min-width: 1024px) 710px, 80vw"
        priority
        className="w-full lg:h-full lg:max-h-110"
      />
      <FeaturedWords>
        <Heading level={2}>
          <FacilityLink facility={facility} />
        </Heading>
        <p className="text-muted">{excerpt}</p>
        <FacilityFeatures features={features} count={featureCount} />
      </FeaturedWords>
    </Card>
  );
}

function FacilityFeatures({ features, count }: { features: string[]; count: number }) {
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
