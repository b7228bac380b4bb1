import type { Activity, ActivityQuery } from '@institute/contract';
import type { FilterQuery } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import { AccountEntity } from '../accounts/account.entity.ts';
import { ordering } from '../content/search.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';
import { ActivityEntity, type ActivityRow } from './activity.entity.ts';
import { activityView } from './activity.view.ts';

/** The log shows at most so many references of an entry. */
const MAX_REFERENCES = 10;

export type LoggedActivity = Activity & {
  /** The email of the account that was changed; null for other things. */
  subject: string | null;
  /** Number of registrations whose medical information was shown, and the references of the first ones. */
  medical: { count: number; references: string[] } | null;
};

/** The log, by default newest first. */
export async function findActivities(
  { em }: Pick<Ctx, 'em'>,
  { limit, offset, sort = '-id', ...narrowed }: ActivityQuery,
): Promise<{ items: LoggedActivity[]; total: number }> {
  const [rows, total] = await em.findAndCount(ActivityEntity, whereOf(narrowed), {
    ...{ limit, offset, orderBy: ordering(sort), disableIdentityMap: true },
  });
  const touched = rows.flatMap(({ entityType, entityId }) =>
    entityType === 'account' && entityId ? [entityId] : [],
  );
  const accounts = await em.find(AccountEntity, { id: { $in: touched } }, { disableIdentityMap: true });
  const emails = new Map(accounts.map(({ id, email }) => [id, email]));
  const subject = ({ entityType, entityId }: ActivityRow) =>
    entityType === 'account' && entityId ? (emails.get(entityId) ?? null) : null;
  const shown = rows.flatMap(({ medicalOf }) => medicalOf?.slice(0, MAX_REFERENCES) ?? []);
  const registrations = await em.find(
    RegistrationEntity,
    { id: { $in: [...new Set(shown)] } },
    { fields: ['reference'], disableIdentityMap: true },
  );
  const references = new Map(registrations.map(({ id, reference }) => [id, reference]));
  const medical = ({ medicalOf }: ActivityRow) =>
    medicalOf
      ? {
          count: medicalOf.length,
          references: medicalOf.slice(0, MAX_REFERENCES).flatMap((id) => references.get(id) ?? []),
        }
      : null;
  const items = rows.map((row) => ({ ...activityView(row), subject: subject(row), medical: medical(row) }));
  return { items, total };
}

export async function listAccountEmails({ em }: Pick<Ctx, 'em'>): Promise<{ id: number; email: string }[]> {
  const rows = await em.find(AccountEntity, {}, { orderBy: { email: 'asc' }, disableIdentityMap: true });
  return rows.map(({ id, email }) => ({ id, email }));
}

function whereOf({
  type,
  entityType,
  account,
  medical,
  from,
  to,
}: Omit<ActivityQuery, 'limit' | 'offset' | 'sort'>) {
  const since = from && { createdAt: { $gte: startOfDay(from) } };
  const until = to && { createdAt: { $lt: new Date(startOfDay(to).getTime() + DAY_MS) } };
  const where: FilterQuery<ActivityRow> = {
    ...(type && { type }),
    ...(entityType && { entityType }),
    ...(medical && { medicalOf: { $ne: null } }),
    ...(account && (account === 'system' ? { userEmail: null } : { account })),
    $and: [since, until].filter((bound) => bound !== undefined && bound !== ''),
  };
  return where;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Kampala is three hours ahead the whole year. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00+03:00`);
