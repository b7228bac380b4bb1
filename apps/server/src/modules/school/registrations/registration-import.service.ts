import { parseInternationalPhone } from '@institute/contract/international-phone';
import type { TxCtx } from '../../../context.ts';
import { assignNewIds } from '../../../database/insert-all.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import { RegistrationEntity, writeReference } from './registration.entity.ts';

export interface ImportedPerson {
  firstName: string;
  lastName: string;
  phone: string;
  programId: number;
  /** The intake may have begun, be closed or be full, because the person is in it already. */
  intakeId: number | null;
  startDate: string | null;
  guardianPhone: string | null;
  email: string | null;
}

/**
 * Stores people who study already as accepted registrations. They get no message, and gave their consent on paper
 * or not at all. Returns each person with the id of the registration.
 */
export async function insertAcceptedPeople<Person extends ImportedPerson>(
  tx: Pick<TxCtx, 'em' | 'now' | 'config' | 'actor'>,
  people: readonly Person[],
): Promise<(Person & { id: number })[]> {
  // Messages greet people by their first names
  await refuseForeignWords(
    tx,
    people.map(({ firstName }) => firstName),
  );
  const now = tx.now();
  const peopleWithIds = await assignNewIds(tx, RegistrationEntity, people);
  for (const batchOfPeople of splitIntoBatches(peopleWithIds)) {
    for (const { id, programId, intakeId, ...person } of batchOfPeople) {
      const { firstName, lastName, phone, startDate, guardianPhone, email } = person;
      tx.em.create(RegistrationEntity, {
        id,
        firstName,
        lastName,
        phone,
        startDate,
        guardianPhone,
        email,
        program: programId,
        intake: intakeId,
        phoneInternational: parseInternationalPhone(phone)?.number ?? null,
        status: 'accepted',
        storedByOffice: true,
        consent: false,
        consentedAt: now,
        createdAt: now,
        updatedAt: now,
      });
    }
    await tx.em.flush();
  }
  await queueEvents(
    tx,
    'registration.created',
    peopleWithIds.map(({ id }) => ({
      id,
      reference: writeReference({ id, createdAt: now }),
      status: 'accepted' as const,
    })),
  );
  return peopleWithIds;
}
