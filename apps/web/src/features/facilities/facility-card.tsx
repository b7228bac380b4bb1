import type { FacilitySummary } from '@institute/contract';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { linkedCardClass } from '@institute/ui/card-link.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { FacilityFeatures } from './facility-features.tsx';
import { FacilityLink } from './facility-link.tsx';

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
