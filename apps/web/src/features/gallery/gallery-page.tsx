import { galleryFilters } from '@institute/contract/gallery.constants';
import { Images } from 'lucide-react';
import { useApi, useSite } from '../../api/context.ts';
import { usePages } from '../../api/use-pages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { foundText, type ListChoice, pagesWanted } from '../../ui/list-choice.ts';
import { ListFilter } from '../../ui/list-filter.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Section } from '../../ui/section.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { GalleryGrid, GallerySkeleton } from './gallery-grid.tsx';
import { galleryPages } from './gallery-pages.ts';
import { useViewer } from './use-viewer.ts';

export function GalleryPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.gallery;
  const pages = usePages(galleryPages(queries, choice), pagesWanted(choice));
  const { items, total, isError, isFetching, refetch } = pages;
  const { Viewer, view, shown, pending, fetchViewer } = useViewer();
  const images = items?.filter(({ type }) => type === 'image') ?? [];
  return (
    <>
      <PageHero title={title} intro={intro} seed="gallery" />
      <Section id="items" aria-label="Pictures and videos">
        <ListFilter
          action="/gallery#items"
          categories={galleryFilters}
          placeholder="Title"
          choice={choice}
          found={total === undefined ? undefined : foundText(total, 'item')}
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
        {!items && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
        {!items && !isError && <GallerySkeleton />}
        {items && <ShowMore {...pages} />}
      </Section>
      {Viewer && shown && <Viewer key={shown.turn} item={shown.item} images={images} opener={shown.opener} />}
    </>
  );
}
