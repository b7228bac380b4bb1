import { pathId } from '@institute/contract';
import * as z from 'zod';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { exportTicket } from '../../exports/ticket.ts';
import { lastChange } from '../activity/activity.service.ts';
import type { contentExport } from './content.export.ts';
import type { ContentService, ListQuery } from './content.service.ts';
import { getVersion, listVersions } from './content-version.service.ts';
import { previewPath } from './preview.service.ts';

/** The schemas that the contract has for a resource. */
export interface ContentSchemas<Input, Given, Changes, Query> {
  list: { query: z.ZodType<ListQuery, Query> };
  create: { body: z.ZodType<Input, Given> };
  update: { body: z.ZodType<Partial<Input>, Changes> };
}

/** An item, as somebody last saw it: its tag keeps two people from overwriting each other. */
const seen = pathId.extend({ ifMatch: z.string().optional() });

const kept = pathId.extend({ number: z.int() });

/** The calls of a content resource, for the dashboard. */
export const contentProcedures = <View extends { id: number }, Input, Given, Changes, Query>(
  service: ContentService<View, Input>,
  { list, create, update }: ContentSchemas<Input, Given, Changes, Query>,
  csv: ReturnType<typeof contentExport<View>>,
) => {
  const of = (id: number) => ({ type: service.type, id });
  return router({
    list: adminProcedure.input(list.query).query(({ ctx, input }) => service.list(ctx, input)),
    get: adminProcedure.input(pathId).query(({ ctx, input }) => service.get(ctx, input.id)),
    create: adminProcedure
      .input(create.body)
      // tRPC cannot tell here that `Input` is no marker of its own
      .mutation(({ ctx, input }) => service.create(ctx, input as Input)),
    update: adminProcedure
      .input(seen.extend({ changes: update.body }))
      .mutation(({ ctx, input: { id, changes, ifMatch } }) => service.update(ctx, id, changes, ifMatch)),
    remove: adminProcedure
      .input(seen)
      .mutation(({ ctx, input: { id, ifMatch } }) => service.remove(ctx, id, ifMatch)),

    exportTicket: exportTicket(csv),

    /** By whom and when it was changed last. */
    lastChange: adminProcedure
      .input(pathId)
      .query(({ ctx, input }) => lastChange(ctx, service.type, input.id)),
    preview: adminProcedure.input(pathId).query(({ ctx, input }) => previewPath(ctx, service, input.id)),

    versions: router({
      list: adminProcedure.input(pathId).query(({ ctx, input }) => listVersions(ctx, of(input.id))),
      get: adminProcedure
        .input(kept)
        .query(({ ctx, input: { id, number } }) => getVersion(ctx, of(id), number)),
      /** A change like any other: checked, recorded, and a version itself. */
      restore: adminProcedure
        .input(seen.extend(kept.shape))
        .mutation(async ({ ctx, input: { id, number, ifMatch } }) => {
          const fields = update.body.parse(await getVersion(ctx, of(id), number));
          return service.update(ctx, id, fields, ifMatch);
        }),
    }),
  });
};
