import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Ctx, TxCtx } from '../../context.ts';
import { inBatches } from '../../transaction.ts';
import { comparedPhone, fullNameSql, RegistrationChangeEntity } from './registration.entity.ts';
import { stepView } from './registration.view.ts';

/** SQL of the time when a registration last entered a status, or null. Changes of the note do not count. */
export const enteredAt = (status: 'waiting' | 'accepted' | 'rejected'): string =>
  `(select max(created_at) from registration_changes
    where registration_id = registrations.id and to_status = '${status}' and from_status <> to_status)`;

/** The office gets no email about a registration while more than this number wait unseen. */
const MOST_UNSEEN = 30;

/** SQL condition. Unseen is what is new and no account has opened or changed. */
export const fewUnseen: string = `(select count(*) from (
    select from registrations
    where deleted_at is null and status = 'new' and not exists (
      select from activities where entity_type = 'registration' and entity_id = registrations.id
        and type in ('view', 'update') and account_id is not null)
    limit ${MOST_UNSEEN + 1}) as unseen) <= ${MOST_UNSEEN}`;

interface StatusStep {
  id: number;
  note?: string | null | undefined;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

export async function recordSteps(
  { em, actor }: Pick<TxCtx, 'em' | 'actor'>,
  steps: readonly StatusStep[],
  createdAt: Date,
): Promise<void> {
  for (const batch of inBatches(steps)) {
    const rows = batch.map(({ id, note = null, from, to }) => ({
      registration: id,
      account: actor?.id ?? null,
      userEmail: actor?.email ?? null,
      fromStatus: from,
      toStatus: to,
      note,
      createdAt,
    }));
    await em.insertMany(RegistrationChangeEntity, rows);
  }
}

const pastTense = { view: 'Viewed', update: 'Updated', delete: 'Deleted', restore: 'Restored' } as const;

export const activityOf = (
  type: keyof typeof pastTense,
  { id, reference }: { id: number; reference?: string | null },
) => ({
  type,
  entityType: 'registration' as const,
  entityId: id,
  description: `${pastTense[type]} registration ${reference}`,
});

export async function historyOf({ em }: Pick<Ctx, 'em'>, id: number) {
  const rows = await em.find(
    RegistrationChangeEntity,
    { registration: id },
    { orderBy: { id: 'desc' }, disableIdentityMap: true },
  );
  return rows.map(stepView);
}

/** SQL conditions for two registrations of one person. Each has an index. */
const sameEmail = 'lower(other.email) = lower(one.email)';
const sameName = `fold(${fullNameSql('other.')}) = fold(${fullNameSql('one.')})`;
/** A family may share a phone. */
const samePhone = `${comparedPhone('other.')} = ${comparedPhone('one.')} and ${sameName}`;
const samePerson = `other.date_of_birth = one.date_of_birth and ${sameName}`;
const others = 'from registrations other where other.deleted_at is null and other.id <> one.id and';

const SHOWN = 20;

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

interface Found {
  id: number;
  reference: string;
  firstName: string;
  lastName: string;
  status: RegistrationStatus;
  createdAt: Date;
  sameEmail: boolean;
  samePhone: boolean;
  samePerson: boolean | null;
}

export async function duplicatesOf({ em }: Pick<Ctx, 'em'>, id: number) {
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
