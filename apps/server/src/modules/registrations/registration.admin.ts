import {
  chosenRegistrations,
  chosenStatuses,
  deskQuery,
  pathId,
  registrationFilter,
  registrationUpdate,
} from '@institute/contract';
import { adminProcedure, router, seen } from '../../admin/trpc.ts';
import { exportTicket } from '../../exports/ticket.ts';
import { getSite } from '../site/site.service.ts';
import { registrationExport } from './registration.export.ts';
import {
  chooseRegistrations,
  deskChoices,
  pageOfRegistrations,
  viewRegistration,
} from './registration-desk.service.ts';
import { duplicatesOf, historyOf } from './registration-history.service.ts';
import { classList, nextAfter } from './registration-intake.service.ts';
import {
  changeStatuses,
  removeRegistration,
  removeRegistrations,
  restoreRegistrations,
  undoStatuses,
  updateRegistration,
} from './registration-status.service.ts';

export const registrationAdmin = router({
  list: adminProcedure.input(deskQuery).query(({ ctx, input }) => pageOfRegistrations(ctx, input)),

  /** What the list can be narrowed to. */
  choices: adminProcedure.query(({ ctx }) => deskChoices(ctx)),

  /** What the office writes to applicants, edited under Site. */
  templates: adminProcedure.query(async ({ ctx }) => (await getSite(ctx)).view.messageTemplates),

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
      /** The first on the waiting list, when this decision has freed a seat. */
      nextInLine: await nextAfter(ctx, id),
    })),

  /** All registrations that pass a filter, with their current versions. */
  choose: adminProcedure.input(registrationFilter).query(({ ctx, input }) => chooseRegistrations(ctx, input)),

  /** Gives many registrations a status: all of them, or none when one has changed. */
  changeStatuses: adminProcedure
    .input(chosenStatuses)
    .mutation(({ ctx, input }) => changeStatuses(ctx, input.rows)),

  undoStatuses: adminProcedure
    .input(chosenStatuses)
    .mutation(({ ctx, input }) => undoStatuses(ctx, input.rows)),

  removeMany: adminProcedure
    .input(chosenRegistrations)
    .mutation(({ ctx, input }) => removeRegistrations(ctx, input.rows)),

  restoreMany: adminProcedure
    .input(chosenRegistrations)
    .mutation(({ ctx, input }) => restoreRegistrations(ctx, input.rows)),

  remove: adminProcedure
    .input(seen)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeRegistration(ctx, id, ifMatch)),

  /** Who is accepted for an intake. */
  classList: adminProcedure.input(pathId).query(({ ctx, input }) => classList(ctx, input.id)),

  exportTicket: exportTicket(registrationExport),
});
