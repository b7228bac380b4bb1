import { registrationStatuses } from '@institute/contract/registrations.constants';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { bool, int, listIds, readRows, text } from '../../../sql.ts';
import { comparedPhoneSql, fullNameSql } from './registration.entity.ts';

/** SQL conditions for two registrations of one person. Each has an index. */
const sameEmailSql = 'lower(other.email) = lower(one.email)';
const sameNameSql = `fold(${fullNameSql('other.')}) = fold(${fullNameSql('one.')})`;

/** The name must be equal too, because a family may share a phone. */
const samePhoneSql = `${comparedPhoneSql('other.')} = ${comparedPhoneSql('one.')} and ${sameNameSql}`;
const samePersonSql = `other.date_of_birth = one.date_of_birth and ${sameNameSql}`;
const fromOtherRegistrationsSql =
  'from registrations other where other.deleted_at is null and other.id <> one.id and';
const MAX_DUPLICATES = 20;

export async function listIdsWithDuplicates({ em }: Pick<Ctx, 'em'>, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const idsFound = await readRows(em, { id: int })(
    `select one.id from registrations one where one.id in (${ids.map(() => '?').join()}) and (
       exists (select ${fromOtherRegistrationsSql} ${sameEmailSql})
       or exists (select ${fromOtherRegistrationsSql} ${samePhoneSql})
       or exists (select ${fromOtherRegistrationsSql} ${samePersonSql}))`,
    ids,
  );
  return new Set(listIds(idsFound));
}

const duplicateColumns = {
  id: int,
  reference: text,
  firstName: text,
  lastName: text,
  status: z.enum(registrationStatuses),
  createdAt: text,
  sameEmail: bool.nullable(),
  samePhone: bool,
  samePerson: bool.nullable(),
};

export async function findDuplicates({ em }: Pick<Ctx, 'em'>, id: number) {
  const candidateSelectsSql = [sameEmailSql, samePhoneSql, samePersonSql].map(
    (same) => `(select other.id ${fromOtherRegistrationsSql} ${same})`,
  );
  const duplicateRows = await readRows(em, duplicateColumns)(
    `select other.id, other.reference, other.first_name as "firstName", other.last_name as "lastName",
       other.status, other.created_at as "createdAt",
       ${sameEmailSql} as "sameEmail", ${samePhoneSql} as "samePhone", ${samePersonSql} as "samePerson"
     from registrations one join registrations other on other.id in (${candidateSelectsSql.join(' union ')})
     where one.id = ?
     order by other.created_at desc, other.id desc
     limit ${MAX_DUPLICATES}`,
    [id],
  );
  return duplicateRows.map(({ sameEmail, samePhone, samePerson, createdAt, ...other }) => ({
    ...other,
    createdAt: new Date(createdAt).toISOString(),
    same: [
      ...(sameEmail ? (['email'] as const) : []),
      ...(samePhone ? (['phone'] as const) : []),
      ...(samePerson ? (['name and date of birth'] as const) : []),
    ],
  }));
}
