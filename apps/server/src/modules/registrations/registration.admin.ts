import {
  chosenRegistrations,
  chosenStatuses,
  registrationFilter,
  registrationListQuery,
  registrationSms,
  registrationUpdate,
} from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { adminProcedure, router, seen } from '../../admin/trpc.ts';
import { exportTicket } from '../../exports/ticket.ts';
import { getSite } from '../site/site.service.ts';
import { sendSms, smsState } from './applicant-messages.service.ts';
import { registrationExport } from './registration.export.ts';
import {
  chooseRegistrations,
  countNew,
  deskChoices,
  pageOfRegistrations,
  viewRegistration,
} from './registration-desk.service.ts';
import { duplicatesOf, historyOf } from './registration-history.service.ts';
import { classList, nextAfter } from './registration-intake.service.ts';
import {
  changeStatuses,
  previewStatuses,
  removeRegistration,
  removeRegistrations,
  restoreRegistrations,
  undoStatuses,
  updateRegistration,
} from './registration-status.service.ts';

export const registrationAdmin = router({
  list: adminProcedure
    .input(registrationListQuery)
    .query(({ ctx, input }) => pageOfRegistrations(ctx, input)),

  countNew: adminProcedure.query(({ ctx }) => countNew(ctx)),

  choices: adminProcedure.query(({ ctx }) => deskChoices(ctx)),

  templates: adminProcedure.query(async ({ ctx }) => (await getSite(ctx)).view.messageTemplates),

  get: adminProcedure.input(pathId).query(async ({ ctx, input: { id } }) => ({
    ...(await viewRegistration(ctx, id)),
    history: await historyOf(ctx, id),
    duplicates: await duplicatesOf(ctx, id),
  })),

  decide: adminProcedure
    .input(seen.extend(registrationUpdate.pick({ status: true, note: true }).shape))
    .mutation(async ({ ctx, input: { id, ifMatch, ...decision } }) => ({
      ...(await updateRegistration(ctx, id, decision, { ifMatch, isHeld: true })),
      history: await historyOf(ctx, id),
      nextInLine: await nextAfter(ctx, id),
    })),

  choose: adminProcedure.input(registrationFilter).query(({ ctx, input }) => chooseRegistrations(ctx, input)),

  /** A mutation, because the rows do not fit into an address. */
  previewStatuses: adminProcedure
    .input(chosenStatuses)
    .mutation(({ ctx, input }) => previewStatuses(ctx, input.rows)),

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

  sms: adminProcedure.input(pathId).query(({ ctx, input: { id } }) => smsState(ctx, id)),

  sendSms: adminProcedure.input(registrationSms).mutation(({ ctx, input }) => sendSms(ctx, input)),

  classList: adminProcedure.input(pathId).query(({ ctx, input }) => classList(ctx, input.id)),

  exportTicket: exportTicket(registrationExport),
});
