import type { ComponentProps, ReactNode } from 'react';
import { Card } from './card.tsx';
import { Heading } from './heading.tsx';
import { Portrait } from './portrait.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from './skeleton.tsx';

const headClass = 'flex flex-wrap items-center gap-4 p-5 sm:flex-col sm:items-stretch sm:gap-0 sm:p-0';
const portraitClass = 'aspect-square w-24 shrink-0 rounded-control sm:w-full sm:rounded-none';
const namesClass = 'flex min-w-0 grow basis-[7rem] flex-col gap-1 sm:basis-auto sm:p-5';
const portraitSizes = '(min-width: 1024px) 376px, (min-width: 640px) 50vw, 96px';

type PersonCardProps = Omit<ComponentProps<'li'>, 'children'> & {
  name: string;
  position: string;
  image: string | null;
  alt: string | null;
  children?: ReactNode;
};

export function PersonCard({ name, position, image, alt, children, ...item }: PersonCardProps) {
  return (
    <Card as="li" {...item}>
      <div className={headClass}>
        <Portrait src={image} name={name} alt={alt} sizes={portraitSizes} className={portraitClass} />
        <div className={namesClass}>
          <Heading level={3} translate="no">
            {name}
          </Heading>
          <p className="text-base font-medium text-green">{position}</p>
        </div>
      </div>
      {children && <div className="flex grow flex-col gap-4 px-5 pb-5 sm:pb-6">{children}</div>}
    </Card>
  );
}

type PersonCardSkeletonsProps = { label: string; count: number; className: string };

export function PersonCardSkeletons({ label, count, className }: PersonCardSkeletonsProps) {
  return (
    <SkeletonGroup label={label} className={className}>
      {[...Array(count).keys()].map((place) => (
        <Skeleton key={place} className="overflow-hidden rounded-card border border-line bg-card">
          <div className={headClass}>
            <SkeletonBar className={portraitClass} />
            <div className={namesClass}>
              <SkeletonBar className="h-6 w-2/3" />
              <SkeletonBar className="h-5 w-1/2" />
            </div>
          </div>
        </Skeleton>
      ))}
    </SkeletonGroup>
  );
}
