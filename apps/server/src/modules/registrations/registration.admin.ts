import { pathId, registrationRoutes, registrationUpdate } from '@institute/contract';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import * as z from 'zod';
import { adminProcedure, router } from '../../admin/trpc.ts';
import { exportTicket } from '../../exports/ticket.ts';
import { registrationExport } from './registration.export.ts';
import { removeRegistration, updateRegistration, viewRegistration } from './registration.service.ts';
import { duplicatesOf } from './registration-duplicates.service.ts';
import { historyOf } from './registration-history.service.ts';
import { pageOfRegistrations } from './registration-list.service.ts';

const seen = pathId.extend({ ifMatch: z.string().optional() });

export const registrationAdmin = router({
  list: adminProcedure
    .input(
      registrationRoutes.list.query
        .pick({ limit: true, offset: true, q: true })
        .extend({ status: z.enum(registrationStatuses).optional() }),
    )
    .query(({ ctx, input }) => pageOfRegistrations(ctx, input)),

  get: adminProcedure.input(pathId).query(async ({ ctx, input: { id } }) => ({
    ...(await viewRegistration(ctx, id)),
    history: await historyOf(ctx, id),
    duplicates: await duplicatesOf(ctx, id),
  })),

  /** Sets the status and the office's note. */
  decide: adminProcedure
    .input(seen.extend(registrationUpdate.pick({ status: true, note: true }).shape))
    .mutation(async ({ ctx, input: { id, ifMatch, ...decision } }) => ({
      ...(await updateRegistration(ctx, id, decision, ifMatch)),
      history: await historyOf(ctx, id),
    })),

  remove: adminProcedure
    .input(seen)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeRegistration(ctx, id, ifMatch)),

  exportTicket: exportTicket(registrationExport),
});
