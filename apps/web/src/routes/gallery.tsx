import type { GallerySummary } from '@institute/contract';
import { galleryFilters } from '@institute/contract/gallery.constants';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/gallery.svg';
import { toast } from '@institute/ui/toast.ts';
import { createFileRoute } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useSite } from '../api/context.ts';
import { GalleryGrid, GallerySkeleton } from '../features/gallery/gallery-grid.tsx';
import type { GalleryViewerProps } from '../features/gallery/gallery-viewer.tsx';
import { makeListRoute } from '../features/shell/page-head.ts';
import { queryGalleryPages } from '../lists/content-pages.ts';
import { ListSection } from '../lists/list-section.tsx';
import { usePages } from '../lists/show-more.tsx';

export const Route = createFileRoute('/gallery')({
  staticData: { site: ['pages.gallery'] },
  ...makeListRoute('gallery', queryGalleryPages),
  component: GalleryPage,
});

function GalleryPage() {
  const listChoice = Route.useSearch();
  const pageWords = useSite('pages.gallery').pages.gallery;
  const galleryPages = usePages(queryGalleryPages, listChoice);
  const { Viewer, view, shown, pending, fetchViewer } = useViewer();
  const galleryImages = galleryPages.data?.filter(({ type }) => type === 'image') ?? [];
  return (
    <>
      <PageHero {...pageWords} pattern={pattern} />
      <ListSection
        path="/gallery"
        id="items"
        label="Pictures and videos"
        pages={galleryPages}
        filter={{ categories: galleryFilters, placeholder: 'Title', choice: listChoice }}
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
      {Viewer && shown && (
        <Viewer key={shown.turn} item={shown.item} images={galleryImages} opener={shown.opener} />
      )}
    </>
  );
}

type OpenedItem = Pick<GalleryViewerProps, 'item' | 'opener'> & { turn: number };

function useViewer() {
  const [Viewer, setViewer] = useState<ComponentType<GalleryViewerProps>>();
  const [shown, setShown] = useState<OpenedItem>();
  const loadViewer = () =>
    import('../features/gallery/gallery-viewer.tsx').then(({ default: loaded }) => setViewer(() => loaded));

  const viewItem = (item: GallerySummary, opener: HTMLElement) => {
    setShown((before) => ({ item, opener, turn: (before?.turn ?? 0) + 1 }));
    loadViewer().catch((error) => {
      console.error(error);
      setShown(undefined);
      toast.error('This could not be opened', { description: 'Check your connection and try again.' });
    });
  };
  return {
    Viewer,
    view: viewItem,
    shown,
    pending: Viewer ? undefined : shown?.item,
    fetchViewer: () => {
      if (!Viewer) loadViewer().catch(() => undefined);
    },
  };
}
