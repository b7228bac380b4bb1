import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import type { GalleryCategory } from '@institute/contract/gallery.constants';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

type Filter = { category?: GalleryCategory | undefined; q?: string | undefined };

export const galleryQueries = (call: Call) => ({
  list: ({ category, q }: Filter = {}) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['gallery', 'list', { category, q }],
      queryFn: () => ok(call('GET /gallery', { query: { category, q } })),
    }),
});
