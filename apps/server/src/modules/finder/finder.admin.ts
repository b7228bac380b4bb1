import { searchText } from '@institute/contract';
import * as z from 'zod';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { findItems } from './finder.service.ts';

/** Shorter texts match almost everything. */
const MIN_LENGTH = 2;

export const finderAdmin = router({
  find: adminProcedure
    .input(z.object({ q: searchText.min(MIN_LENGTH) }))
    .query(({ ctx, input }) => findItems(ctx, input.q)),
});
