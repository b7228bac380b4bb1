import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import type { LibraryImage } from '../../images/image-library.tsx';
import type { ShownRows } from '../../lists/list-screen.tsx';
import { MediaCard } from './media-card.tsx';

const gridClass = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

type MediaGridProps = ShownRows<LibraryImage> & {
  chosen: number[];
  onChoose: (chosen: number[]) => void;
  onDelete: (id: number) => void;
};

export function MediaGrid({ rows, isOutdated, chosen, onChoose, onDelete }: MediaGridProps) {
  if (!rows) {
    return (
      <SkeletonGroup className={gridClass}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
          <Skeleton key={place} className="h-80" />
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <ul aria-label="Pictures" aria-busy={isOutdated} className={gridClass}>
      {rows.map((image) => (
        <MediaCard
          key={image.id}
          image={image}
          isChosen={chosen.includes(image.id)}
          onChoose={(isChosen) =>
            onChoose(isChosen ? [...chosen, image.id] : chosen.filter((id) => id !== image.id))
          }
          onDelete={() => onDelete(image.id)}
        />
      ))}
    </ul>
  );
}
