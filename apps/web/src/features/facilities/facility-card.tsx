import type { FacilitySummary } from '@institute/contract';
import { CardLink } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Check } from 'lucide-react';
import { IconList, ItemCard } from '../../lists/cards.tsx';

type FacilityCardProps = { facility: FacilitySummary; featured?: boolean };

export function FacilityCard({ facility, featured = false }: FacilityCardProps) {
  const { id, name, excerpt, features, featureCount, imageUrl, imageAlt } = facility;
  const hiddenCount = featureCount - features.length;
  return (
    <ItemCard
      featured={featured}
      image={(look) => <ResponsiveImage src={imageUrl} alt={imageAlt ?? name} ratio={4 / 3} {...look} />}
      wordsClass="gap-3!"
    >
      <Heading level={featured ? 2 : 3}>
        <CardLink to="/facilities/$id" params={{ id: String(id) }}>
          {name}
        </CardLink>
      </Heading>
      <p className={featured ? 'text-muted' : 'text-base text-muted'}>{excerpt}</p>
      <div className="flex flex-col gap-2 text-base">
        <IconList icon={Check} items={features} className="flex flex-col gap-1" />
        {hiddenCount > 0 && (
          <p className="text-sm font-semibold text-green">{`+${hiddenCount} more features`}</p>
        )}
      </div>
    </ItemCard>
  );
}
