import { galleryFilters } from '@institute/contract/gallery.constants';
import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useApi, useSite } from '../../api/context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { foundText, type ListChoice } from '../../ui/list-choice.ts';
import { ListFilter } from '../../ui/list-filter.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Section } from '../../ui/section.tsx';
import { filterGallery } from './gallery-filter.ts';
import { GalleryGrid, GallerySkeleton } from './gallery-grid.tsx';
import { useViewer } from './use-viewer.ts';

export function GalleryPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.gallery;
  const { data, isError, isFetching, refetch } = useQuery(queries.gallery.list());
  const { Viewer, view, shown, pending, fetchViewer } = useViewer();
  const items = data && filterGallery(data, choice);
  const pictures = items?.filter(({ type }) => type === 'image') ?? [];
  return (
    <>
      <PageHero title={title} intro={intro} seed="gallery" />
      <Section id="items" aria-label="Pictures and videos">
        <ListFilter
          action="/gallery#items"
          categories={galleryFilters}
          placeholder="Title"
          choice={choice}
          found={items && foundText(items.length, 'item')}
        />
        {items && items.length > 0 && (
          <GalleryGrid items={items} pending={pending} onOpen={view} onNear={fetchViewer} />
        )}
        {items?.length === 0 && (
          <EmptyState
            icon={Images}
            title="No images found in this category."
            action={
              <ButtonLink to="/gallery" hash="items" variant="outline">
                Show the whole gallery
              </ButtonLink>
            }
          />
        )}
        {!data && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
        {!data && !isError && <GallerySkeleton />}
      </Section>
      {Viewer && shown && (
        <Viewer key={shown.turn} item={shown.item} pictures={pictures} opener={shown.opener} />
      )}
    </>
  );
}
