import { contentStates } from '@institute/contract/content.constants';
import { pathId } from '@institute/contract/fields';
import * as z from 'zod';
import { makeProcedure, router, updateTargetInput } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { findLastChange } from '../activity/activity.service.ts';
import type { declareContentExport } from './content.export.ts';
import type { ContentService, ListQuery } from './content.service.ts';
import { getVersion, listVersions } from './content-version.service.ts';
import { makePreviewPath } from './preview.service.ts';

export interface ContentSchemas<Input, Given, Changes, Query> {
  list: { query: z.ZodType<ListQuery, Query> };
  create: { body: z.ZodType<Input, Given> };
  update: { body: z.ZodType<Partial<Input>, Changes> };
}

const stateFilterInput = z.object({ status: z.enum(contentStates).optional() });

const versionId = pathId.extend({ number: z.int() });

export const makeContentProcedures = <View extends { id: number }, Input, Given, Changes, Query, Listed>(
  service: ContentService<View, Input, unknown, Listed>,
  { list, create, update }: ContentSchemas<Input, Given, Changes, Query>,
  csv: ReturnType<typeof declareContentExport<View>>,
) => {
  const contentProcedure = makeProcedure(csv.need);
  const makeVersionKey = (id: number) => ({ type: service.type, id });
  return router({
    list: contentProcedure
      .input(z.intersection(list.query, stateFilterInput))
      .query(({ ctx, input }) => service.listInOffice(ctx, input)),
    get: contentProcedure.input(pathId).query(({ ctx, input }) => service.get(ctx, input.id)),
    create: contentProcedure
      .input(create.body)
      // tRPC cannot infer here that `Input` is not its own marker type.
      .mutation(({ ctx, input }) => service.create(ctx, input as Input)),
    update: contentProcedure
      .input(updateTargetInput.extend({ changes: update.body }))
      .mutation(({ ctx, input: { id, changes, ifMatch } }) => service.update(ctx, id, changes, ifMatch)),
    remove: contentProcedure
      .input(updateTargetInput)
      .mutation(({ ctx, input: { id, ifMatch } }) => service.remove(ctx, id, ifMatch)),

    exportTicket: exportTicket(csv),

    lastChange: contentProcedure
      .input(pathId)
      .query(({ ctx, input }) => findLastChange(ctx, service.type, input.id)),
    preview: contentProcedure
      .input(pathId)
      .query(({ ctx, input }) => makePreviewPath(ctx, service, input.id)),

    versions: router({
      list: contentProcedure
        .input(pathId)
        .query(({ ctx, input }) => listVersions(ctx, makeVersionKey(input.id))),
      get: contentProcedure
        .input(versionId)
        .query(({ ctx, input: { id, number } }) => getVersion(ctx, makeVersionKey(id), number)),
      /** Restoring is an ordinary change: it is checked, recorded and stored as a new version. */
      restore: contentProcedure
        .input(updateTargetInput.extend(versionId.shape))
        .mutation(async ({ ctx, input: { id, number, ifMatch } }) => {
          const versionFields = update.body.parse(await getVersion(ctx, makeVersionKey(id), number));
          return service.update(ctx, id, versionFields, ifMatch);
        }),
    }),
  });
};
