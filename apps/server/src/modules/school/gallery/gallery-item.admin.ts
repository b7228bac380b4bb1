import { galleryManyInput } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, mergeRouters, router } from '../../../admin/trpc.ts';
import { galleryItemsResource } from './gallery-item.resource.ts';
import { createGalleryItems } from './gallery-item.service.ts';

export const galleryAdminRouter = mergeRouters(
  galleryItemsResource.procedures,
  router({
    createMany: makeProcedure(needs.content)
      .input(galleryManyInput)
      .mutation(({ ctx, input }) => createGalleryItems(ctx, input.items)),
  }),
);
