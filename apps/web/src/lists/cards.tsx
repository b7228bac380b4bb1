import { Card, CardBody, linkedCardClass } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { cx } from '@institute/ui/cx.ts';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { Section } from '@institute/ui/section.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { ArrowRight, Clock, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ReachUs } from '../navigation/reach-us.tsx';

export const cardGridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6';
const featuredClass = 'lg:grid! lg:grid-cols-[3fr_2fr]';

type ItemCardProps = Omit<ComponentProps<'li'>, 'title'> & {
  /** The first card of a list has its words next to its image. */
  featured?: boolean;
  image: (look: { sizes: string; priority: boolean; className: string }) => ReactNode;
  wordsClass?: string;
};

export function ItemCard({ featured = false, image, wordsClass, children, ...item }: ItemCardProps) {
  if (!featured) {
    const cardImageSizes = '(min-width: 1024px) 380px, (min-width: 640px) 50vw, 80vw';
    return (
      <Card as="li" {...item} className={linkedCardClass}>
        {image({ sizes: cardImageSizes, priority: false, className: 'w-full' })}
        <CardBody className={wordsClass}>{children}</CardBody>
      </Card>
    );
  }
  return (
    <Card as="article" className={cx(linkedCardClass, featuredClass)}>
      {image({
        sizes: '(min-width: 1024px) 710px, 80vw',
        priority: true,
        className: 'w-full lg:h-full lg:max-h-110 lg:min-h-full',
      })}
      <div className="flex flex-col gap-4 p-5 md:p-8 lg:justify-center lg:p-10">
        {children}
        <ArrowRight className="size-6 text-green transition-transform group-hover:translate-x-1" />
      </div>
    </Card>
  );
}

type IconListProps = { icon: LucideIcon; items: readonly string[]; className: string; itemClass?: string };

export const IconList = ({ icon: Icon, items, className, itemClass = 'gap-2' }: IconListProps) => (
  <ul className={className}>
    {items.map((item) => (
      <li key={item} className={cx('flex items-start', itemClass)}>
        <Icon className="mt-1 size-[1em] shrink-0 text-leaf" />
        <span className="min-w-0">{item}</span>
      </li>
    ))}
  </ul>
);

type LoadedListProps<T> = {
  list: { data: T[] | undefined; isError: boolean; isFetching: boolean; refetch: () => void };
  empty?: ReactNode;
  skeleton: ReactNode;
  children: (items: T[]) => ReactNode;
};

export function LoadedItems<T>({ list, empty, skeleton, children }: LoadedListProps<T>) {
  const { data, isError, isFetching, refetch } = list;
  if (data) return data.length > 0 ? children(data) : empty;
  return isError ? <ErrorState onRetry={refetch} pending={isFetching} /> : skeleton;
}

/** Shown instead of a section that was never filled. */
export const EmptySection = (section: { id?: string; className?: string | undefined }) => (
  <Section {...section}>
    <EmptyState icon={Clock} title="Nothing here yet." action={<ReachUs />} />
  </Section>
);

type CardSkeletonProps = {
  /** Classes with the ratio of the image. */
  image: string;
  /** Classes with the sizes of the texts. */
  bars: readonly string[];
};
type CardSkeletonsProps = CardSkeletonProps & {
  label: string;
  count?: number;
  className?: string;
  cardClass?: string;
  /** Classes with the ratio of the image of a featured card. */
  featured?: string;
};

export function CardSkeletons({
  label,
  count = 6,
  className = cardGridClass,
  cardClass,
  featured,
  ...card
}: CardSkeletonsProps) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-5 lg:gap-6">
      {featured && <CardSkeleton {...card} image={featured} className={featuredClass} />}
      <div className={className}>
        {[...Array(count).keys()].map((place) => (
          <CardSkeleton key={place} {...card} className={cardClass} />
        ))}
      </div>
    </SkeletonGroup>
  );
}

const CardSkeleton = ({ image, bars, className }: CardSkeletonProps & { className?: string | undefined }) => (
  <Skeleton className={cx('overflow-hidden rounded-card border border-line bg-card', className)}>
    <SkeletonBar className={`rounded-none! ${image}`} />
    <div className="flex flex-col justify-center gap-3 p-5 md:p-6">
      {bars.map((bar) => (
        <SkeletonBar key={bar} className={bar} />
      ))}
    </div>
  </Skeleton>
);

type TopicWithText = { title: string; text: string };

export function TopicBlocks({ blocks }: { blocks: Record<string, readonly TopicWithText[]> }) {
  const filledBlocks = Object.entries(blocks).filter(([, topics]) => topics.length > 0);
  if (filledBlocks.length === 0) return null;
  return (
    <div className="bg-sand py-section">
      <Container className="flex flex-col gap-10 lg:gap-12">
        {filledBlocks.map(([title, topics]) => (
          <section key={title} aria-label={title} className="grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_2fr]">
            <div className="flex items-center gap-4 self-start lg:flex-col lg:items-start">
              <Pattern
                seed={title}
                cols={1}
                rows={1}
                className="size-11 shrink-0 rounded-control lg:size-14"
              />
              <Heading level={2} size="block">
                {title}
              </Heading>
            </div>
            <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
              {topics.map((topic) => (
                <li key={topic.title} className="border-t-2 border-ink pt-3">
                  <Heading level={3}>{topic.title}</Heading>
                  <p className="mt-1 text-base">{topic.text}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Container>
    </div>
  );
}
