import type { ProgramSummary } from '@institute/contract';
import { formatIntakeStart, formatSeatsLeft } from '@institute/contract/intakes.constants';
import { formatPrice } from '@institute/contract/money';
import { type ProgramCategory, programPreviewLimits } from '@institute/contract/programs.constants';
import { capitalise, joinSentences, truncate } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { CardLink } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { ArrowRight, Clock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ItemCard } from '../../lists/cards.tsx';

type ProgramCardProps = ComponentProps<'li'> & { program: ProgramSummary };

export function ProgramCard({ program, ...item }: ProgramCardProps) {
  const { id, name, category, excerpt, duration, price, imageUrl, imageAlt, nextIntake } = program;
  return (
    <ItemCard
      {...item}
      image={(look) => <ResponsiveImage src={imageUrl} alt={imageAlt ?? name} ratio={3 / 2} {...look} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CategoryBadge category={category} />
        <span className="inline-flex items-center gap-1.5 text-sm text-muted">
          <Clock className="size-4" />
          {duration}
        </span>
      </div>
      <Heading level={3}>
        <CardLink to="/programs/$id" params={{ id: String(id) }}>
          {name}
        </CardLink>
      </Heading>
      <p className="text-base text-muted">
        {truncate(joinSentences(excerpt), programPreviewLimits.description)}
      </p>
      {nextIntake && (
        <p data-clear className="text-base font-medium text-green">
          <NextIntakeStart {...nextIntake} />
        </p>
      )}
      <div className="mt-auto flex items-center justify-between gap-3 pt-3">
        <p data-clear className="font-semibold">
          {formatPrice(price)}
        </p>
        <ArrowRight className="size-5 text-green transition-transform group-hover:translate-x-1" />
      </div>
    </ItemCard>
  );
}

export const programSkeleton = {
  image: 'aspect-[3/2]',
  bars: ['h-6 w-20', 'h-6 w-3/4', 'h-17 w-full', 'mt-2 h-6 w-28'],
};

const badgeTonesByCategory: Record<ProgramCategory, BadgeTone> = {
  training: 'green',
  camp: 'sun',
  clinic: 'sky',
};

export const CategoryBadge = ({ category }: { category: ProgramCategory }) => (
  <Badge tone={badgeTonesByCategory[category]}>{capitalise(category)}</Badge>
);

type IntakeStart = { startsOn: string; seatsLeft: number | null };

export function NextIntakeStart({ startsOn, seatsLeft }: IntakeStart) {
  const freePlacesText = formatSeatsLeft(seatsLeft);
  return (
    <>
      <span className="whitespace-nowrap">{formatIntakeStart(formatDate(startsOn))}</span>
      {freePlacesText && (
        <>
          {' · '}
          <span className="whitespace-nowrap">{freePlacesText}</span>
        </>
      )}
    </>
  );
}
