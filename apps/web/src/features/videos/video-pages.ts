import type { Api } from '../../api/api.ts';

/** The pages of the gallery's videos. */
export const videoPages =
  ({ gallery }: Api['queries']) =>
  (page: number) =>
    gallery.list({ type: 'video' }, page);
