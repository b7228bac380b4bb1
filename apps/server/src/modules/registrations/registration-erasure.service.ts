import type { TxCtx } from '../../context.ts';
import { forgetOrigins } from '../activity/activity.service.ts';
import { eraseEmailsAbout } from '../emails/email.service.ts';
import { forgetKeys } from '../idempotency/public-form.service.ts';
import { RegistrationEntity } from './registration.entity.ts';

const noMedical = { medicalConditions: null, allergies: null, medications: null };
const someMedical = {
  $or: [{ medicalConditions: { $ne: null } }, { allergies: { $ne: null } }, { medications: { $ne: null } }],
};

/** Erases the health answers of registrations from before then, trashed ones too. Returns how many it erased. */
export async function eraseMedicalAnswers(tx: TxCtx, before: Date, limit: number): Promise<number> {
  const rows = await tx.em.find(
    RegistrationEntity,
    { createdAt: { $lt: before }, ...someMedical },
    { orderBy: { id: 'asc' }, limit },
  );
  // by the entity, so that what is derived from the answers goes with them
  for (const row of rows) Object.assign(row, noMedical);
  await tx.em.flush();
  return rows.length;
}

/** The ids of registrations from before then, trashed ones too. */
export const registrationsBefore = (tx: TxCtx, before: Date, limit: number): Promise<number[]> =>
  idsOf(tx, `select id from registrations where created_at < ? order by id limit ?`, [before, limit]);

/** The ids of registrations that were rejected before then and still are. */
export const rejectedBefore = (tx: TxCtx, before: Date, limit: number): Promise<number[]> =>
  idsOf(
    tx,
    `select id from registrations where status = 'rejected' and coalesce(
       (select max(created_at) from registration_changes
        where registration_id = registrations.id and to_status = 'rejected'),
       created_at) < ? order by id limit ?`,
    [before, limit],
  );

/** Deletes registrations with their history, and what other tables know of them. */
export async function eraseRegistrations(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await tx.em.execute<{ id: number; reference: string }[]>(
    'delete from registrations where id = any(?::int[]) returning id, reference',
    [`{${ids}}`],
  );
  await eraseEmailsAbout(tx, { references: gone.map(({ reference }) => reference) });
  await forgetKeys(tx, 'registrations', ids);
  await forgetOrigins(tx, 'registration', ids);
  return gone.length;
}

async function idsOf(tx: TxCtx, sql: string, values: unknown[]): Promise<number[]> {
  const rows = await tx.em.execute<{ id: number }[]>(sql, values);
  return rows.map(({ id }) => id);
}
