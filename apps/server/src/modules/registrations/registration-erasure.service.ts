import type { Ctx, TxCtx } from '../../context.ts';
import { noMedical } from '../../database/medical-columns.ts';
import { eraseTraces } from '../erasure/erasure.service.ts';
import { RegistrationEntity } from './registration.entity.ts';
import { namedInView, registrationView } from './registration.view.ts';
import { enteredAt, historyOf } from './registration-history.service.ts';
import { shownMedical } from './registration-medical.service.ts';

/** Erases the health answers of registrations from before then, trashed ones too. Returns how many it erased. */
export async function eraseMedicalAnswers(tx: TxCtx, before: Date, limit: number): Promise<number> {
  const rows = await tx.em.find(
    RegistrationEntity,
    { createdAt: { $lt: before }, medical: { $ne: null } },
    { orderBy: { id: 'asc' }, limit },
  );
  for (const row of rows) Object.assign(row, noMedical);
  await tx.em.flush();
  return rows.length;
}

/** The ids of registrations that were rejected before then and still are. */
export async function rejectedBefore(tx: TxCtx, before: Date, limit: number): Promise<number[]> {
  const rows = await tx.em.execute<{ id: number }[]>(
    `select id from registrations where status = 'rejected'
       and coalesce(${enteredAt('rejected')}, created_at) < ? order by id limit ?`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/** Deletes registrations with their history, and what other tables know of them. */
export async function eraseRegistrations(tx: TxCtx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await tx.em.execute<{ id: number; reference: string }[]>(
    'delete from registrations where id = any(?::int[]) returning id, reference',
    [`{${ids}}`],
  );
  const emails = { references: gone.map(({ reference }) => reference) };
  await eraseTraces(tx, { ids, entityType: 'registration', scope: 'registrations', emails });
  return gone.length;
}

/** In lower case, or the digits that are dialled; the other is null. */
interface Sought {
  email: string | null;
  phone: string | null;
}

/** The ids of somebody's registrations, trashed ones too, and of others that name their phone. */
async function registrationsOf(
  { em }: Pick<Ctx, 'em'>,
  { email, phone }: Sought,
): Promise<{ own: number[]; naming: number[] }> {
  const rows = await em.execute<{ id: number; own: boolean }[]>(
    `select id, coalesce(lower(email) = ? or dialled(phone) = dialled(?), false) as own from registrations
     where lower(email) = ? or dialled(phone) = dialled(?)
       or dialled(emergency_phone) = dialled(?) or dialled(guardian_phone) = dialled(?) order by id`,
    [email, phone, email, phone, phone, phone],
  );
  const idsWhere = (isOwn: boolean) => rows.filter(({ own }) => own === isOwn).map(({ id }) => id);
  return { own: idsWhere(true), naming: idsWhere(false) };
}

/** Takes somebody, by their phone, out of the registrations of others. That a guardian agreed stays. */
export async function eraseContacts(tx: TxCtx, ids: readonly number[], phone: string): Promise<void> {
  const matching = await tx.em.execute<{ id: number; isEmergency: boolean; isGuardian: boolean }[]>(
    `select id, coalesce(dialled(emergency_phone) = dialled(?), false) as "isEmergency",
       coalesce(dialled(guardian_phone) = dialled(?), false) as "isGuardian"
     from registrations where id = any(?::int[])`,
    [phone, phone, `{${ids}}`],
  );
  for (const { id, isEmergency, isGuardian } of matching) {
    const row = await tx.em.findOneOrFail(RegistrationEntity, id);
    if (isEmergency)
      Object.assign(row, { emergencyName: null, emergencyPhone: null, emergencyRelation: null });
    if (isGuardian) Object.assign(row, { guardianName: null, guardianPhone: null });
  }
  await tx.em.flush();
}

/** Somebody's registrations with their history, and what those of others say of them, newest first. */
export async function registrationsAbout(ctx: Pick<Ctx, 'em' | 'actor' | 'config'>, sought: Sought) {
  const { own, naming } = await registrationsOf(ctx, sought);
  const newest = { orderBy: { id: 'desc' }, disableIdentityMap: true } as const;
  const rows = await ctx.em.find(
    RegistrationEntity,
    { id: { $in: own } },
    { ...newest, populate: ['program', 'intake'] },
  );
  const others = await ctx.em.find(RegistrationEntity, { id: { $in: naming } }, newest);
  const registrations = await Promise.all(
    rows.map(async (row) => ({
      ...registrationView(row, shownMedical(ctx, row)),
      history: await historyOf(ctx, row.id),
    })),
  );
  return { registrations, namedIn: others.map(namedInView) };
}
