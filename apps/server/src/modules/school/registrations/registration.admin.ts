import {
  chosenRegistrations,
  chosenStatuses,
  registrationCorrection,
  registrationEntry,
  registrationFilter,
  registrationListQuery,
  registrationSms,
  registrationUpdate,
  reversesCharges,
} from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { procedureFor, router, seen } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { readUndecided } from '../charges/leaver.service.ts';
import { classList, registrationExport } from './registration.export.ts';
import {
  changeStatuses,
  previewStatuses,
  removeRegistrations,
  restoreRegistrations,
  undoStatuses,
} from './registration-bulk.service.ts';
import {
  correctRegistration,
  removeRegistration,
  updateRegistration,
} from './registration-decision.service.ts';
import { countNew, deskChoices, listHistory, viewRegistration } from './registration-desk.service.ts';
import { findDuplicates } from './registration-duplicates.service.ts';
import { enterRegistration } from './registration-entry.service.ts';
import { chooseRegistrations, pageOfRegistrations } from './registration-list.service.ts';
import { sendSms, smsState } from './registration-notice.service.ts';
import { nextAfter } from './waiting-list.service.ts';

const readProcedure = procedureFor(needs.readRegistrations);
const procedure = procedureFor(needs.registrations);

export const registrationAdmin = router({
  list: readProcedure.input(registrationListQuery).query(({ ctx, input }) => pageOfRegistrations(ctx, input)),

  countNew: procedure.query(({ ctx }) => countNew(ctx)),

  choices: procedureFor(needs.courseChoices).query(({ ctx }) => deskChoices(ctx)),

  templates: procedure.query(async ({ ctx }) => (await getSite(ctx)).view.messageTemplates),

  get: readProcedure.input(pathId).query(async ({ ctx, input: { id } }) => ({
    ...(await viewRegistration(ctx, id)),
    history: await listHistory(ctx, id),
    duplicates: await findDuplicates(ctx, id),
  })),

  decide: procedure
    .input(
      seen.extend({
        ...registrationUpdate.pick({ status: true, note: true, anyway: true }).shape,
        reversesCharges,
      }),
    )
    .mutation(async ({ ctx, input: { id, ifMatch, reversesCharges, ...decision } }) => ({
      ...(await updateRegistration(ctx, id, decision, { ifMatch, isHeld: true, reversesCharges })),
      history: await listHistory(ctx, id),
      nextInLine: await nextAfter(ctx, id),
      /** Who keeps the fees is asked what becomes of those that are not due. */
      waitsForDecision: (await readUndecided(ctx, id)) !== null,
    })),

  changeCourse: procedure
    .input(
      seen.extend(
        registrationUpdate.pick({ programId: true, intakeId: true, anyway: true, difference: true }).shape,
      ),
    )
    .mutation(({ ctx, input: { id, ifMatch, ...course } }) =>
      updateRegistration(ctx, id, course, { ifMatch }),
    ),

  enter: procedure.input(registrationEntry).mutation(({ ctx, input }) => enterRegistration(ctx, input)),

  correct: procedure
    .input(registrationCorrection)
    .mutation(({ ctx, input }) => correctRegistration(ctx, input)),

  choose: readProcedure.input(registrationFilter).query(({ ctx, input }) => chooseRegistrations(ctx, input)),

  /** A mutation, because the rows do not fit into an address. */
  previewStatuses: procedure
    .input(chosenStatuses)
    .mutation(({ ctx, input }) => previewStatuses(ctx, input.rows, input)),

  changeStatuses: procedure
    .input(chosenStatuses)
    .mutation(({ ctx, input }) => changeStatuses(ctx, input.rows, input)),

  undoStatuses: procedure.input(chosenStatuses).mutation(({ ctx, input }) => undoStatuses(ctx, input.rows)),

  removeMany: procedure
    .input(chosenRegistrations)
    .mutation(({ ctx, input }) => removeRegistrations(ctx, input.rows)),

  restoreMany: procedure
    .input(chosenRegistrations)
    .mutation(({ ctx, input }) => restoreRegistrations(ctx, input.rows)),

  remove: procedure
    .input(seen)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeRegistration(ctx, id, ifMatch)),

  sms: procedure.input(pathId).query(({ ctx, input: { id } }) => smsState(ctx, id)),

  sendSms: procedure.input(registrationSms).mutation(({ ctx, input }) => sendSms(ctx, input)),

  classList: readProcedure.input(pathId).query(({ ctx, input }) => classList(ctx, input.id)),

  exportTicket: exportTicket(registrationExport),
});
