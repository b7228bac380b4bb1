import type { GallerySummary } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { type ComponentType, useState } from 'react';
import type { GalleryViewerProps } from './gallery-viewer.tsx';

type Shown = Pick<GalleryViewerProps, 'item' | 'opener'> & { turn: number };

export function useViewer() {
  const [Viewer, setViewer] = useState<ComponentType<GalleryViewerProps>>();
  const [shown, setShown] = useState<Shown>();
  const load = () => import('./gallery-viewer.tsx').then(({ default: loaded }) => setViewer(() => loaded));

  const view = (item: GallerySummary, opener: HTMLElement) => {
    setShown((before) => ({ item, opener, turn: (before?.turn ?? 0) + 1 }));
    load().catch((error) => {
      console.error(error);
      setShown(undefined);
      toast.error('This could not be opened', { description: 'Check your connection and try again.' });
    });
  };
  return {
    Viewer,
    view,
    shown,
    pending: Viewer ? undefined : shown?.item,
    fetchViewer: () => {
      if (!Viewer) load().catch(() => undefined);
    },
  };
}
