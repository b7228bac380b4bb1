import type { Call } from '@institute/client/call';
import { okPage } from '@institute/client/failure';
import type { GalleryCategory, GalleryType } from '@institute/contract/gallery.constants';
import { offsetOf, pageOptions } from './pages.ts';

type Filter = {
  category?: GalleryCategory | undefined;
  type?: GalleryType | undefined;
  q?: string | undefined;
};

export const galleryQueries = (call: Call) => ({
  list: (filter: Filter = {}, page = 1) =>
    pageOptions(['gallery', 'list', filter, page], () =>
      okPage(call('GET /gallery/summaries', { query: { ...filter, ...offsetOf(page) } })),
    ),
});
