import { contactFields } from '@institute/contract/registration-fields.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { bool, int, listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { forgetSmsNumbers } from '../../platform/outbox/sms-number.service.ts';
import { INTAKES } from '../intakes/intake.entity.ts';
import { comparedPhone, enteredAt, RegistrationEntity } from './registration.entity.ts';
import { namedInView, registrationView } from './registration.view.ts';
import { listHistory } from './registration-desk.service.ts';
import { noMedical, shownMedical } from './registration-medical.service.ts';

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

export async function findRejectedBefore(tx: TxCtx, before: Date, limit: number): Promise<number[]> {
  const rows = await readRows(tx.em, { id: int })(
    `select id from registrations where status = 'rejected'
       and coalesce(${enteredAt('rejected')}, created_at) < ? order by id limit ?`,
    [before, limit],
  );
  return listIds(rows);
}

/** Without their traces in other tables: `privacy` erases both. No other registration has the numbers. */
export async function deleteRegistrations(tx: TxCtx, ids: readonly number[]) {
  const gone = await readRows(tx.em, { reference: text, number: textOrNull })(
    'delete from registrations where id = any(?::int[]) returning reference, phone_international as number',
    [`{${ids}}`],
  );
  const numbers = await findUnused(
    tx,
    gone.flatMap(({ number }) => number ?? []),
  );
  await forgetSmsNumbers(tx, numbers);
  return { references: gone.map(({ reference }) => reference), numbers };
}

/** Leaves out numbers of others, because a family may share a phone. */
async function findUnused({ em }: Pick<TxCtx, 'em'>, numbers: readonly string[]): Promise<string[]> {
  const rows = await readRows(em, { number: text })(
    `select distinct number from unnest(?::text[]) number
     where not exists (select from registrations where phone_international = number)`,
    [`{${numbers}}`],
  );
  return rows.map(({ number }) => number);
}

/** The email is in lower case, the phone comparable. One of the two is null. */
interface PersonSearch {
  email: string | null;
  phone: string | null;
}

const findRegistrationMatches = ({ em }: Pick<Ctx, 'em'>, { email, phone }: PersonSearch) =>
  readRows(em, { id: int, isOwn: bool, isEmergency: bool, isGuardian: bool })(
    `select * from (
       select id, coalesce(lower(email) = ? or ${comparedPhone()} = ?, false) as "isOwn",
         coalesce(dialled(emergency_phone) = dialled(?), false) as "isEmergency",
         coalesce(dialled(guardian_phone) = dialled(?), false) as "isGuardian"
       from registrations) as named
     where "isOwn" or "isEmergency" or "isGuardian" order by id desc`,
    [email, phone, phone, phone],
  );

type ContactRole = keyof typeof contactFields;

/** Removes a contact from every registration. Returns from which. The consent of a guardian stays. */
export async function eraseContacts(tx: TxCtx, phone: string): Promise<Record<ContactRole, number[]>> {
  const naming = await findRegistrationMatches(tx, { email: null, phone });
  const found = {
    emergency: naming.flatMap(({ id, isEmergency }) => (isEmergency ? [id] : [])),
    guardian: naming.flatMap(({ id, isGuardian }) => (isGuardian ? [id] : [])),
  };
  await removeContacts(tx, 'emergency', found.emergency);
  await removeContacts(tx, 'guardian', found.guardian);
  return found;
}

export async function removeContacts(tx: TxCtx, role: ContactRole, ids: readonly number[]): Promise<void> {
  for (const row of await tx.em.find(RegistrationEntity, { id: { $in: [...ids] } }))
    for (const name of contactFields[role]) row[name] = null;
  await tx.em.flush();
}

/**
 * The person's own registrations, and other registrations that name the person as a contact. Newest first.
 */
export async function registrationsAbout(ctx: Pick<Ctx, 'em' | 'actor' | 'config'>, search: PersonSearch) {
  const naming = await findRegistrationMatches(ctx, search);
  const found = await ctx.em.find(
    RegistrationEntity,
    { id: { $in: listIds(naming) } },
    { disableIdentityMap: true, populate: ['program', 'intake'] },
  );
  const rows = new Map(found.map((row) => [row.id, row]));
  const registrations = [];
  const namedIn = [];
  for (const { id, isOwn, ...as } of naming) {
    const row = rows.get(id);
    if (row && isOwn) {
      const history = await listHistory(ctx, id);
      registrations.push({ ...registrationView(row, shownMedical(ctx, row)), history });
    } else if (row) namedIn.push(namedInView(row, as));
  }
  return { registrations, namedIn };
}

/** For registrations whose intakes are about to be erased. They show the same day afterwards. */
export const keepStartDays = (
  { em }: Pick<TxCtx, 'em'>,
  intakesWith: 'id' | 'program_id',
  ids: readonly number[],
) =>
  readRows(em, {})(
    `update registrations set start_date = starts_on from ${INTAKES}
     where ${INTAKES}.id = intake_id and ${INTAKES}.${intakesWith} = any(?::int[])`,
    [`{${ids}}`],
  );
