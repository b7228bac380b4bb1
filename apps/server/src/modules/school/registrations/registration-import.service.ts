import { internationalPhone } from '@institute/contract/international-phone';
import type { TxCtx } from '../../../context.ts';
import { listIds } from '../../../sql.ts';
import { inBatches } from '../../../transaction.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import { RegistrationEntity, writeReference } from './registration.entity.ts';

export interface ImportedPerson {
  firstName: string;
  lastName: string;
  phone: string;
  programId: number;
  startDate: string | null;
  guardianPhone: string | null;
}

/**
 * People who study already become accepted registrations. They are told nothing, and gave their consent on paper or
 * not at all. Returns the ids in the same order.
 */
export async function insertAccepted(tx: Pick<TxCtx, 'em' | 'now'>, people: readonly ImportedPerson[]) {
  const now = tx.now();
  const rows = people.map(({ programId, ...person }) => ({
    ...person,
    program: programId,
    phoneInternational: internationalPhone(person.phone)?.number ?? null,
    status: 'accepted' as const,
    consent: false,
    consentedAt: now,
    createdAt: now,
    updatedAt: now,
  }));
  const ids: number[] = [];
  for (const batch of inBatches(rows)) {
    const created = batch.map((row) => tx.em.create(RegistrationEntity, row));
    await tx.em.flush();
    ids.push(...listIds(created));
  }
  const created = ids.map((id) => ({ id, reference: writeReference({ id, createdAt: now }) }));
  await queueEvents(
    tx,
    'registration.created',
    created.map((registration) => ({ ...registration, status: 'accepted' as const })),
  );
  return ids;
}
