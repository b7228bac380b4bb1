import type { OfficeRegistrationInput } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { queueMessage } from '../../platform/outbox/outbox.service.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { RegistrationEntity, writeReference } from './registration.entity.ts';
import { removeHiddenHealthFields } from './registration-medical-access.service.ts';
import { changeIntake } from './registration-seating.service.ts';
import {
  makeOpenProgramFilter,
  makeProgramNotOpenError,
  makeReceivedMessages,
  toAnswerColumns,
  toStoredContent,
} from './registration-submit.service.ts';

/** Stores a registration of somebody who is at the office. Tells the applicant only if asked to. */
export function enterRegistration(
  ctx: Ctx,
  entry: OfficeRegistrationInput,
): Promise<{ id: number; reference: string }> {
  const {
    anyway = false,
    tellsApplicant = false,
    agreedOnPaper,
    ...answers
  } = removeHiddenHealthFields(ctx, entry);
  const storedContent = toStoredContent(answers);
  return withContentChange(ctx, async (tx) => {
    await refuseForeignWords(tx, [storedContent.firstName]);
    const now = tx.now();
    const openProgram = await tx.em.findOne(
      ProgramEntity,
      makeOpenProgramFilter(storedContent.programId, now),
    );
    if (!openProgram) throw makeProgramNotOpenError();
    const answerColumns = toAnswerColumns(tx, storedContent);
    const dateFields = { consentedAt: now, createdAt: now, updatedAt: now };
    const registrationFields = {
      ...answerColumns,
      ...dateFields,
      program: openProgram,
      storedByOffice: true,
      consent: agreedOnPaper,
    };
    const row = tx.em.create(RegistrationEntity, registrationFields, { persist: false });
    await changeIntake(tx, row, storedContent.intakeId, anyway);
    if (row.intake) row.startDate = row.intake.startsOn;
    await tx.em.persist(row).flush();
    const { id } = row;
    const reference = writeReference({ id, createdAt: now });
    const description = `Entered registration ${reference}`;
    await recordActivity(tx, { type: 'create', entityType: 'registration', entityId: id, description });
    await queueEvents(tx, 'registration.created', [{ id, reference, status: 'new' }]);
    if (tellsApplicant) {
      const applicantContact = { email: storedContent.email, number: answerColumns.phoneInternational };
      const { smsTo } = (await getSite(tx)).view.messages;
      const receivedMessages = makeReceivedMessages(applicantContact, smsTo, {
        reference,
        program: openProgram.name,
      });
      for (const message of receivedMessages) await queueMessage(tx, message);
    }
    return { id, reference };
  });
}
