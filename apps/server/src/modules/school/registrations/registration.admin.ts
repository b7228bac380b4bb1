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
import { makeProcedure, router, updateTargetInput } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { sumUncharged } from '../charges/charge.service.ts';
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
  listDeskChoices,
  listHistory,
  viewRegistration,
} from './registration-desk.service.ts';
import { findDuplicates } from './registration-duplicates.service.ts';
import { enterRegistration } from './registration-entry.service.ts';
import { chooseRegistrations, findRegistrationPage } from './registration-list.service.ts';
import { listUsableChannels, readSmsState, sendSms } from './registration-notice.service.ts';
import { findNextInLine } from './waiting-list.service.ts';

const readProcedure = makeProcedure(needs.readRegistrations);
const procedure = makeProcedure(needs.registrations);

export const registrationAdmin = router({
  list: readProcedure
    .input(registrationListQuery)
    .query(({ ctx, input }) => findRegistrationPage(ctx, input)),

  countNew: procedure.query(({ ctx }) => countNewRegistrations(ctx)),

  choices: makeProcedure(needs.courseChoices).query(({ ctx }) => listDeskChoices(ctx)),

  templates: procedure.query(async ({ ctx }) => (await getSite(ctx)).view.messageTemplates),

  get: readProcedure.input(pathId).query(async ({ ctx, input: { id } }) => ({
    ...(await viewRegistration(ctx, id)),
    history: await listHistory(ctx, id),
    duplicates: await findDuplicates(ctx, id),
    /** Shows what an acceptance would send and charge. */
    acceptance: { channels: await listUsableChannels(ctx, id), charges: await sumUncharged(ctx, id) },
  })),

  decide: procedure
    .input(
      updateTargetInput.extend({
        ...registrationUpdate.pick({ status: true, note: true, anyway: true }).shape,
        reversesCharges,
      }),
    )
    .mutation(async ({ ctx, input: { id, ifMatch, reversesCharges, ...decision } }) => ({
      ...(await updateRegistration(ctx, id, decision, { ifMatch, isHeld: true, reversesCharges })),
      history: await listHistory(ctx, id),
      nextInLine: await findNextInLine(ctx, id),
      /** True when charges that are not due wait for the decision of an account with the right to fees. */
      waitsForDecision: (await readUndecidedCharges(ctx, id)) !== null,
    })),

  changeCourse: procedure
    .input(
      updateTargetInput.extend(
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

  /** A mutation, because many rows do not fit into an address. */
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
    .input(updateTargetInput)
    .mutation(({ ctx, input: { id, ifMatch } }) => removeRegistration(ctx, id, ifMatch)),

  sms: procedure.input(pathId).query(({ ctx, input: { id } }) => readSmsState(ctx, id)),

  sendSms: procedure.input(registrationSms).mutation(({ ctx, input }) => sendSms(ctx, input)),

  classList: readProcedure.input(pathId).query(({ ctx, input }) => readClassList(ctx, input.id)),

  exportTicket: exportTicket(registrationExport),
});
