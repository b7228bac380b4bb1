import { type ActivityQuery, activityQuery, type EntityType } from '@institute/contract';
import { maxCountedActivities } from '@institute/contract/activity.constants';
import { needs } from '@institute/contract/rights.constants';
import type { FilterQuery } from '@mikro-orm/core';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import type { Ctx } from '../../../context.ts';
import {
  findPage,
  makeEntityRowSource,
  toOrderByColumn,
  whereCreatedWithin,
} from '../../../database/page.ts';
import { int, readRows, text } from '../../../sql.ts';
import { ActivityEntity, type ActivityRow } from './activity.entity.ts';
import { listHiddenTypes, toActivityView } from './activity.service.ts';

const activityProcedure = makeProcedure(needs.activity);

export const activityRouter = router({
  list: activityProcedure.input(activityQuery).query(({ ctx, input }) => findActivities(ctx, input)),

  accounts: activityProcedure.query(({ ctx }) => listAccountEmails(ctx)),
});

/** Counting stops at a limit, because a full count takes longer than the rest. */
async function findActivities(
  { em, actor }: Pick<Ctx, 'em' | 'actor'>,
  { limit, offset, sort, ...narrowed }: ActivityQuery,
) {
  const matchingRows = makeEntityRowSource(
    em,
    ActivityEntity,
    whereActivity(narrowed, listHiddenTypes({ actor })),
  );
  const pageOptions = { limit, offset, orderBy: toActivityOrder({ sort, ...narrowed }) };
  const { rows, ...counted } = await findPage(matchingRows, pageOptions, maxCountedActivities);
  const accountIds = rows.flatMap(({ entityType, entityId }) =>
    entityType === 'account' && entityId ? [entityId] : [],
  );
  const accountEmailRows = accountIds.length > 0 ? await listAccountEmails({ em }, accountIds) : [];
  const emailsById = new Map(accountEmailRows.map(({ id, email }) => [id, email]));
  const readSubjectEmail = ({ entityType, entityId }: ActivityRow) =>
    entityType === 'account' && entityId ? (emailsById.get(entityId) ?? null) : null;
  const referencesById = await findMedicalReferences(em, rows);
  // `count` includes erased registrations, which have no reference any more
  const listMedicalReferences = ({ medicalOf }: ActivityRow) =>
    medicalOf
      ? { count: medicalOf.length, references: medicalOf.flatMap((id) => referencesById.get(id) ?? []) }
      : null;
  const activityItems = rows.map((row) => ({
    ...toActivityView(row),
    subject: readSubjectEmail(row),
    medical: listMedicalReferences(row),
  }));
  return { items: activityItems, ...counted };
}

/** The ids are passed as one array, because a query may have fewer parameters than there are ids. */
async function findMedicalReferences(
  em: Ctx['em'],
  rows: readonly ActivityRow[],
): Promise<Map<number, string>> {
  const medicalRegistrationIds = new Set(rows.flatMap(({ medicalOf }) => medicalOf ?? []));
  if (medicalRegistrationIds.size === 0) return new Map();
  const registrationRows = await readRows(em, { id: int, reference: text })(
    'select id, reference from registrations where id = any(?::int[])',
    [`{${[...medicalRegistrationIds]}}`],
  );
  return new Map(registrationRows.map(({ id, reference }) => [id, reference]));
}

/** Without ids it lists all accounts. It uses SQL, because the module of accounts imports this one. */
const listAccountEmails = ({ em }: Pick<Ctx, 'em'>, ids: readonly number[] | null = null) =>
  readRows(em, { id: int, email: text })(
    'select id, email from accounts where id = any(coalesce(?::int[], array[id])) order by email',
    [ids && `{${ids}}`],
  );

/** A filter by days is fast in the order of the time's index. Without one, the order by id is equal and faster. */
const toActivityOrder = ({ sort = '-id', from, to }: Pick<ActivityQuery, 'sort' | 'from' | 'to'>) => {
  const sortDirection = sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  const usesTimeIndex = sort.endsWith('id') && (from || to);
  return { ...(usesTimeIndex && { createdAt: sortDirection }), ...toOrderByColumn(sort) };
};

function whereActivity(
  { type, entityType, account, medical, from, to }: Omit<ActivityQuery, 'limit' | 'offset' | 'sort'>,
  hidden: EntityType[],
) {
  const activityFilter: FilterQuery<ActivityRow> = {
    ...(type && { type }),
    ...(entityType && { entityType }),
    ...(medical && { medicalOf: { $ne: null } }),
    ...(account && (account === 'system' ? { userEmail: null } : { account })),
    $and: [
      ...whereCreatedWithin({ from, to }),
      ...(hidden.length > 0 ? [{ entityType: { $nin: hidden } }] : []),
    ],
  };
  return activityFilter;
}
