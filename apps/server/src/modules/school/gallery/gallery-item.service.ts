import type { GalleryInput } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { galleryItemsResource } from './gallery-item.resource.ts';

/** Creates all items or none. The path of a fault contains the number of its item. */
export const createGalleryItems = (ctx: Ctx, items: readonly GalleryInput[]) =>
  withContentChange(ctx, async (tx) => {
    const createdIds: number[] = [];
    for (const [index, item] of items.entries()) {
      const { view } = await galleryItemsResource.service.create(tx, item).catch(rethrowFaultsOfItem(index));
      createdIds.push(view.id);
    }
    return { ids: createdIds };
  });

const rethrowFaultsOfItem =
  (index: number) =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || error.details.length === 0) throw error;
    throw invalidInputError(
      error.details.map(({ path, message }) => ({ path: `items.${index}.${path}`, message })),
    );
  };
