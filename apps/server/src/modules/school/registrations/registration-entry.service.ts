import type { RegistrationEntry } from '@institute/contract';
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
  makeNotOfferedError,
  makeOpenProgramFilter,
  makeReceivedMessages,
  toAnswerColumns,
  toStoredContent,
} from './registration-submit.service.ts';

/** Stores a registration of somebody who is at the office. Tells the applicant only if asked to. */
export function enterRegistration(
  ctx: Ctx,
  entry: RegistrationEntry,
): Promise<{ id: number; reference: string }> {
  const {
    anyway = false,
    tellsApplicant = false,
    agreedOnPaper,
    ...answers
  } = removeHiddenHealthFields(ctx, entry);
  const content = toStoredContent(answers);
  return withContentChange(ctx, async (tx) => {
    await refuseForeignWords(tx, [content.firstName]);
    const now = tx.now();
    const program = await tx.em.findOne(ProgramEntity, makeOpenProgramFilter(content.programId, now));
    if (!program) throw makeNotOfferedError();
    const columns = toAnswerColumns(tx, content);
    const dates = { consentedAt: now, createdAt: now, updatedAt: now };
    const registrationFields = {
      ...columns,
      ...dates,
      program,
      storedByOffice: true,
      consent: agreedOnPaper,
    };
    const row = tx.em.create(RegistrationEntity, registrationFields, { persist: false });
    await changeIntake(tx, row, content.intakeId, anyway);
    if (row.intake) row.startDate = row.intake.startsOn;
    await tx.em.persist(row).flush();
    const { id } = row;
    const reference = writeReference({ id, createdAt: now });
    const description = `Entered registration ${reference}`;
    await recordActivity(tx, { type: 'create', entityType: 'registration', entityId: id, description });
    await queueEvents(tx, 'registration.created', [{ id, reference, status: 'new' }]);
    if (tellsApplicant) {
      const contact = { email: content.email, number: columns.phoneInternational };
      const { smsTo } = (await getSite(tx)).view.messages;
      const messages = makeReceivedMessages(contact, smsTo, { reference, program: program.name });
      for (const message of messages) await queueMessage(tx, message);
    }
    return { id, reference };
  });
}
