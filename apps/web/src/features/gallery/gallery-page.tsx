import { galleryFilters } from '@institute/contract/content.constants';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/gallery.svg';
import { Images } from 'lucide-react';
import { useApi, useSite } from '../../api/context.ts';
import { usePages } from '../../api/use-pages.ts';
import { type ListChoice, pagesWanted } from '../../lists/list-choice.ts';
import { galleryPages } from '../../lists/list-pages.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { GalleryGrid, GallerySkeleton } from './gallery-grid.tsx';
import { useViewer } from './use-viewer.ts';

export function GalleryPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.gallery;
  const pages = usePages(galleryPages(queries, choice), pagesWanted(choice));
  const { Viewer, view, shown, pending, fetchViewer } = useViewer();
  const images = pages.items?.filter(({ type }) => type === 'image') ?? [];
  return (
    <>
      <PageHero title={title} intro={intro} pattern={pattern} />
      <ListSection
        path="/gallery"
        id="items"
        label="Pictures and videos"
        pages={pages}
        filter={{ categories: galleryFilters, placeholder: 'Title', choice }}
        counted={['item']}
        empty={{
          title: 'No images found in this category.',
          all: 'Show the whole gallery',
          icon: Images,
        }}
        skeleton={<GallerySkeleton />}
      >
        {(items) => <GalleryGrid items={items} pending={pending} onOpen={view} onNear={fetchViewer} />}
      </ListSection>
      {Viewer && shown && <Viewer key={shown.turn} item={shown.item} images={images} opener={shown.opener} />}
    </>
  );
}
