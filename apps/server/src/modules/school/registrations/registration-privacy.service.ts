import { contactFields } from '@institute/contract/registration-fields.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { bool, int, listIds, readRows, text, textOrNull } from '../../../sql.ts';
import { forgetSmsNumbers } from '../../platform/outbox/sms/sms-number.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import {
  type CorrectedFields,
  comparedPhoneSql,
  enteredAtSql,
  RegistrationChangeEntity,
  RegistrationEntity,
} from './registration.entity.ts';
import { toContactView, toRegistrationView } from './registration.view.ts';
import { listHistory } from './registration-desk.service.ts';
import { emptyMedicalColumns } from './registration-medical.service.ts';
import { openVisibleMedical } from './registration-medical-access.service.ts';

export async function eraseMedicalAnswers(tx: TxCtx, before: Date, limit: number): Promise<number> {
  const rows = await tx.em.find(
    RegistrationEntity,
    { createdAt: { $lt: before }, medical: { $ne: null } },
    { orderBy: { id: 'asc' }, limit },
  );
  for (const row of rows) Object.assign(row, emptyMedicalColumns);
  await tx.em.flush();
  return rows.length;
}

export async function findIdsRejectedBefore(tx: TxCtx, before: Date, limit: number): Promise<number[]> {
  const rows = await readRows(tx.em, { id: int })(
    `select id from registrations where status = 'rejected'
       and coalesce(${enteredAtSql('rejected')}, created_at) < ? order by id limit ?`,
    [before, limit],
  );
  return listIds(rows);
}

/**
 * Deletes registrations only: `privacy` also erases traces in other tables. Returns numbers that no other one has.
 */
export async function deleteRegistrations(tx: TxCtx, ids: readonly number[]) {
  const erasedRegistrations = await readRows(tx.em, { reference: text, number: textOrNull })(
    'delete from registrations where id = any(?::int[]) returning reference, phone_international as number',
    [`{${ids}}`],
  );
  const unusedNumbers = await findUnusedNumbers(
    tx,
    erasedRegistrations.flatMap(({ number }) => number ?? []),
  );
  await forgetSmsNumbers(tx, unusedNumbers);
  return { references: erasedRegistrations.map(({ reference }) => reference), numbers: unusedNumbers };
}

/** Finds the numbers that no other registration has, because a family may share a phone. */
async function findUnusedNumbers({ em }: Pick<TxCtx, 'em'>, numbers: readonly string[]): Promise<string[]> {
  const rows = await readRows(em, { number: text })(
    `select distinct number from unnest(?::text[]) number
     where not exists (select from registrations where phone_international = number)`,
    [`{${numbers}}`],
  );
  return rows.map(({ number }) => number);
}

/** `email` is in lower case, `phone` in comparable form. One of the two is null. */
interface PersonSearch {
  email: string | null;
  phone: string | null;
}

const findRegistrationMatches = ({ em }: Pick<Ctx, 'em'>, { email, phone }: PersonSearch) =>
  readRows(em, { id: int, isOwn: bool, isEmergency: bool, isGuardian: bool })(
    `select * from (
       select id, coalesce(lower(email) = ? or ${comparedPhoneSql()} = ?, false) as "isOwn",
         coalesce(dialled(emergency_phone) = dialled(?), false) as "isEmergency",
         coalesce(dialled(guardian_phone) = dialled(?), false) as "isGuardian"
       from registrations) as named
     where "isOwn" or "isEmergency" or "isGuardian" order by id desc`,
    [email, phone, phone, phone],
  );

type ContactRole = keyof typeof contactFields;

/** Removes a contact from every registration and returns the changed ids. The consent of a guardian stays. */
export async function eraseContacts(tx: TxCtx, phone: string): Promise<Record<ContactRole, number[]>> {
  const contactMatches = await findRegistrationMatches(tx, { email: null, phone });
  const changedIdsByRole = {
    emergency: contactMatches.flatMap(({ id, isEmergency }) => (isEmergency ? [id] : [])),
    guardian: contactMatches.flatMap(({ id, isGuardian }) => (isGuardian ? [id] : [])),
  };
  await removeContacts(tx, 'emergency', changedIdsByRole.emergency);
  await removeContacts(tx, 'guardian', changedIdsByRole.guardian);
  return changedIdsByRole;
}

export async function removeContacts(tx: TxCtx, role: ContactRole, ids: readonly number[]): Promise<void> {
  for (const row of await tx.em.find(RegistrationEntity, { id: { $in: [...ids] } }))
    for (const contactField of contactFields[role]) row[contactField] = null;
  await tx.em.flush();
  await removeFormerFields(tx, contactFields[role], ids);
}

const contactFieldsByRole = {
  own: ['email', 'phone'],
  ...contactFields,
} as const;
type FormerRole = keyof typeof contactFieldsByRole;
const formerRoles = Object.keys(contactFieldsByRole) as FormerRole[];

/** Finds registrations whose history contains a contact of the person that was corrected later. */
const findFormerContacts = ({ em }: Pick<Ctx, 'em'>, { email, phone }: PersonSearch) =>
  readRows(em, { id: int, own: bool, emergency: bool, guardian: bool })(
    `select * from (
       select registration_id as id,
         coalesce(bool_or(lower(corrected->>'email') = ? or dialled(corrected->>'phone') = dialled(?)), false) as own,
         coalesce(bool_or(dialled(corrected->>'emergencyPhone') = dialled(?)), false) as emergency,
         coalesce(bool_or(dialled(corrected->>'guardianPhone') = dialled(?)), false) as guardian
       from registration_changes where corrected is not null group by registration_id) as named
     where own or emergency or guardian order by id desc`,
    [email, phone, phone, phone],
  );

/** Removes former contacts from every history and returns the changed registrations. Current contacts stay. */
export async function eraseFormerContacts(tx: TxCtx, search: PersonSearch): Promise<number[]> {
  const formerMatches = await findFormerContacts(tx, search);
  for (const contactRole of formerRoles) {
    await removeFormerFields(
      tx,
      contactFieldsByRole[contactRole],
      listIds(formerMatches.filter((found) => found[contactRole])),
    );
  }
  return listIds(formerMatches);
}

export const removeFormerContacts = (tx: TxCtx, ids: readonly number[]): Promise<void> =>
  removeFormerFields(tx, Object.values(contactFieldsByRole).flat(), ids);

const removeFormerFields = async ({ em }: TxCtx, names: readonly string[], ids: readonly number[]) =>
  void (await em.execute(
    `update registration_changes set corrected = corrected - ?::text[]
     where registration_id = any(?::int[]) and corrected is not null`,
    [`{${names}}`, `{${ids}}`],
  ));

/** Reads the person's former contacts in the histories, by id of the registration. */
async function readFormerContacts(ctx: Pick<Ctx, 'em'>, search: PersonSearch) {
  const formerMatches = await findFormerContacts(ctx, search);
  const changesWithCorrections = await ctx.em.find(
    RegistrationChangeEntity,
    { registration: { $in: listIds(formerMatches) }, corrected: { $ne: null } },
    { orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const changesByRegistrationId = Map.groupBy(changesWithCorrections, ({ registration }) => registration.id);
  return new Map(
    formerMatches.map(({ id, ...roleFlags }) => {
      const fieldsOfPerson: readonly string[] = formerRoles.flatMap((role) =>
        roleFlags[role] ? contactFieldsByRole[role] : [],
      );
      const formerContacts = (changesByRegistrationId.get(id) ?? []).map(({ corrected }) =>
        Object.fromEntries(Object.entries(corrected ?? {}).filter(([name]) => fieldsOfPerson.includes(name))),
      );
      return [
        id,
        formerContacts.filter((values) => Object.keys(values).length > 0) as CorrectedFields[],
      ] as const;
    }),
  );
}

/**
 * Lists the person's own registrations, and others that name the person as a contact. Newest first.
 */
export async function listRegistrationsOfPerson(
  ctx: Pick<Ctx, 'em' | 'actor' | 'config'>,
  search: PersonSearch,
) {
  const currentMatches = await findRegistrationMatches(ctx, search);
  const formerContacts = await readFormerContacts(ctx, search);
  const currentIds = new Set(listIds(currentMatches));
  const formerMatches = [...formerContacts.keys()]
    .filter((id) => !currentIds.has(id))
    .map((id) => ({ id, isOwn: false, isEmergency: false, isGuardian: false }));
  const allMatches = [...currentMatches, ...formerMatches];
  const foundRows = await ctx.em.find(
    RegistrationEntity,
    { id: { $in: listIds(allMatches) } },
    { disableIdentityMap: true, populate: ['program', 'intake'] },
  );
  const rows = new Map(foundRows.map((row) => [row.id, row]));
  const ownRegistrations = [];
  const registrationsOfOthers = [];
  for (const { id, isOwn, ...as } of allMatches) {
    const row = rows.get(id);
    if (row && isOwn) {
      const changeHistory = await listHistory(ctx, id);
      ownRegistrations.push({
        ...toRegistrationView(row, openVisibleMedical(ctx, row)),
        history: changeHistory,
      });
    } else if (row) {
      const formerContactsOfPerson = formerContacts.get(id);
      registrationsOfOthers.push({
        ...toContactView(row, as),
        ...(formerContactsOfPerson && { formerly: formerContactsOfPerson }),
      });
    }
  }
  return { registrations: ownRegistrations, namedIn: registrationsOfOthers };
}

/** Copies the start day into registrations whose intakes will be erased, so that they still show the same day. */
export const copyStartDays = (
  { em }: Pick<TxCtx, 'em'>,
  intakesWith: 'id' | 'program_id',
  ids: readonly number[],
) =>
  readRows(em, {})(
    `update registrations set start_date = starts_on from ${INTAKES_TABLE}
     where ${INTAKES_TABLE}.id = intake_id and ${INTAKES_TABLE}.${intakesWith} = any(?::int[])`,
    [`{${ids}}`],
  );
