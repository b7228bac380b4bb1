import { galleryMany } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, mergeRouters, router } from '../../../admin/trpc.ts';
import { gallery } from './gallery-item.resource.ts';
import { createGalleryItems } from './gallery-item.service.ts';

export const galleryAdmin = mergeRouters(
  gallery.procedures,
  router({
    createMany: makeProcedure(needs.content)
      .input(galleryMany)
      .mutation(({ ctx, input }) => createGalleryItems(ctx, input.items)),
  }),
);
