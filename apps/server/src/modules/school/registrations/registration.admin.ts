import {
  chosenRegistrations,
  chosenStatuses,
  officeRegistrationInput,
  registrationCorrection,
  registrationFilter,
  registrationListQuery,
  registrationSms,
  registrationUpdate,
  reversesCharges,
} from '@institute/contract';
import { pathId } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router, updateTargetInput } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { sumUnchargedInstalments } from '../charges/charge.service.ts';
import { readUndecidedCharges } from '../charges/leaver.service.ts';
import { readClassList, registrationExport } from './registration.export.ts';
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
import {
  countNewRegistrations,
  listHistory,
  listProgramAndIntakeChoices,
  viewRegistration,
} from './registration-desk.service.ts';
import { findDuplicates } from './registration-duplicates.service.ts';
import { enterRegistration } from './registration-entry.service.ts';
import { findRegistrationPage, listChosenRegistrations } from './registration-list.service.ts';
import { listUsableChannels, readSmsState, sendSms } from './registration-notice.service.ts';
import { findNextForFreedSeat } from './waiting-list.service.ts';

const readProcedure = makeProcedure(needs.readRegistrations);
const changeProcedure = makeProcedure(needs.registrations);

export const registrationAdminRouter = router({
  list: readProcedure
    .input(registrationListQuery)
    .query(({ ctx, input }) => findRegistrationPage(ctx, input)),

  countNew: changeProcedure.query(({ ctx }) => countNewRegistrations(ctx)),

  choices: makeProcedure(needs.courseChoices).query(({ ctx }) => listProgramAndIntakeChoices(ctx)),

  templates: changeProcedure.query(async ({ ctx }) => (await getSite(ctx)).view.messageTemplates),

  get: readProcedure.input(pathId).query(async ({ ctx, input: { id } }) => ({
    ...(await viewRegistration(ctx, id)),
    history: await listHistory(ctx, id),
    duplicates: await findDuplicates(ctx, id),
    /** Shows what an acceptance would send and charge. */
    acceptance: {
      channels: await listUsableChannels(ctx, id),
      charges: await sumUnchargedInstalments(ctx, id),
    },
  })),

  decide: changeProcedure
    .input(
      updateTargetInput.extend({
        ...registrationUpdate.pick({ status: true, note: true, anyway: true }).shape,
        reversesCharges,
      }),
    )
    .mutation(async ({ ctx, input: { id, ifMatch, reversesCharges, ...decision } }) => ({
      ...(await updateRegistration(ctx, id, decision, { ifMatch, isHeld: true, reversesCharges })),
      history: await listHistory(ctx, id),
      nextInLine: await findNextForFreedSeat(ctx, id),
      /** True when charges that are not due wait for the decision of an account with the right to fees. */
      waitsForDecision: (await readUndecidedCharges(ctx, id)) !== null,
    })),

  changeCourse: changeProcedure
    .input(
      updateTargetInput.extend(
        registrationUpdate.pick({ programId: true, intakeId: true, anyway: true, difference: true }).shape,
      ),
    )
    .mutation(({ ctx, input: { id, ifMatch, ...course } }) =>
      updateRegistration(ctx, id, course, { ifMatch }),
    ),

  enter: changeProcedure
    .input(officeRegistrationInput)
    .mutation(({ ctx, input }) => enterRegistration(ctx, input)),

  correct: changeProcedure
    .input(registrationCorrection)
    .mutation(({ ctx, input }) => correctRegistration(ctx, input)),

  choose: readProcedure
    .input(registrationFilter)
    .query(({ ctx, input }) => listChosenRegistrations(ctx, input)),

  /** A mutation, because many rows do not fit into an address. */
  previewStatuses: changeProcedure
    .input(chosenStatuses)
    .mutation(({ ctx, input }) => previewStatuses(ctx, input.rows, input)),

  changeStatuses: changeProcedure
    .input(chosenStatuses)
    .mutation(({ ctx, input }) => changeStatuses(ctx, input.rows, input)),

  undoStatuses: changeProcedure
    .input(chosenStatuses)
    .mutation(({ ctx, input }) => undoStatuses(ctx, input.rows)),

  removeMany: changeProcedure
    .input(chosenRegistrations)
    .mutation(({ ctx, input }) => removeRegistrations(ctx, input.rows)),

  restoreMany: changeProcedure
    .input(chosenRegistrations)
    .mutation(({ ctx, input }) => restoreRegistrations(ctx, input.rows)),

  remove: changeProcedure
    .input(updateTargetInput)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeRegistration(ctx, id, ifMatch)),

  sms: changeProcedure.input(pathId).query(({ ctx, input: { id } }) => readSmsState(ctx, id)),

  sendSms: changeProcedure.input(registrationSms).mutation(({ ctx, input }) => sendSms(ctx, input)),

  classList: readProcedure.input(pathId).query(({ ctx, input }) => readClassList(ctx, input.id)),

  exportTicket: exportTicket(registrationExport),
});
