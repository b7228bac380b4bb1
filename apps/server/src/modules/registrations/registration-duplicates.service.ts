import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Ctx } from '../../context.ts';

/** Conditions for two registrations of one person. Each condition has an index. */
const sameEmail = 'lower(other.email) = lower(one.email)';
const samePhone = 'dialled(other.phone) = dialled(one.phone)';
const samePerson = `other.date_of_birth = one.date_of_birth
  and fold(other.first_name || ' ' || other.last_name) = fold(one.first_name || ' ' || one.last_name)`;
const others = 'from registrations other where other.deleted_at is null and other.id <> one.id and';

const SHOWN = 20;

/** Returns those of the registrations that have a possible duplicate. */
export async function duplicatesAmong({ em }: Pick<Ctx, 'em'>, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const found = await em.execute<{ id: number }[]>(
    `select one.id from registrations one where one.id in (${ids.map(() => '?').join()}) and (
       exists (select ${others} ${sameEmail})
       or exists (select ${others} ${samePhone})
       or exists (select ${others} ${samePerson}))`,
    ids,
  );
  return new Set(found.map(({ id }) => id));
}

export interface Duplicate {
  id: number;
  reference: string;
  firstName: string;
  lastName: string;
  status: RegistrationStatus;
  createdAt: string;
  same: ('email' | 'phone' | 'name and date of birth')[];
}

interface Found extends Omit<Duplicate, 'same' | 'createdAt'> {
  createdAt: Date;
  sameEmail: boolean;
  samePhone: boolean;
  samePerson: boolean | null;
}

/** Possible duplicates of a registration with the reasons, newest first. */
export async function duplicatesOf({ em }: Pick<Ctx, 'em'>, id: number): Promise<Duplicate[]> {
  const candidates = [sameEmail, samePhone, samePerson].map((same) => `(select other.id ${others} ${same})`);
  const found = await em.execute<Found[]>(
    `select other.id, other.reference, other.first_name as "firstName", other.last_name as "lastName",
       other.status, other.created_at as "createdAt",
       ${sameEmail} as "sameEmail", ${samePhone} as "samePhone", ${samePerson} as "samePerson"
     from registrations one join registrations other on other.id in (${candidates.join(' union ')})
     where one.id = ?
     order by other.created_at desc, other.id desc
     limit ${SHOWN}`,
    [id],
  );
  return found.map(({ sameEmail, samePhone, samePerson, createdAt, ...other }) => ({
    ...other,
    createdAt: new Date(createdAt).toISOString(),
    same: [
      ...(sameEmail ? (['email'] as const) : []),
      ...(samePhone ? (['phone'] as const) : []),
      ...(samePerson ? (['name and date of birth'] as const) : []),
    ],
  }));
}
