import { guardianNeeded, type Registration, type RegistrationUpdate } from '@institute/contract';
import { isMinor } from '@institute/contract/age';
import {
  type RegistrationStatus,
  registrationLimits,
  registrationNotFound,
} from '@institute/contract/registrations.constants';
import { kampalaDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../context.ts';
import { withContentChange } from '../../database/changes.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { invalid, notFound } from '../../errors.ts';
import { itemTag } from '../../etag.ts';
import { transaction } from '../../transaction.ts';
import { recordActivity, recordRead } from '../activity/activity.service.ts';
import type { Item, ListQuery } from '../content/content.service.ts';
import { after, cursorAt } from '../content/cursor.ts';
import { ordering } from '../content/search.ts';
import { queueEmail } from '../emails/email.service.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { queueEvents } from '../webhooks/webhook-event.service.ts';
import { RegistrationEntity, type RegistrationRow } from './registration.entity.ts';
import { registrationView } from './registration.view.ts';
import { notOffered, openProgram } from './registration-form.service.ts';
import { recordStep } from './registration-history.service.ts';
import { changeIntake, keepWaitingSince, seat, seatingOf } from './registration-intake.service.ts';
import {
  changeMedical,
  lacksPassword,
  mayReadMedical,
  recordList,
  recordSearch,
  shownMedical,
  withoutHidden,
  withoutMedical,
} from './registration-medical.service.ts';
import { filtered, looksIntoMedical, type RegistrationFilter } from './registration-search.service.ts';
import { statusEmails } from './registration-status-emails.service.ts';

/** A deleted program or intake keeps its row, so it can still be shown. */
const shown = {
  populate: ['program', 'intake'],
  exclude: ['program.description', 'intake.taken', 'medicalTerms'],
} as const;

type RegistrationsQuery = RegistrationFilter & {
  limit: number;
  offset?: number | undefined;
  sort?: ListQuery['sort'];
  cursor?: string | undefined;
};

interface RegistrationsPage {
  items: Registration[];
  total: number;
  /** Leads to the next page of a list that is sorted newest first. */
  nextCursor: string | null;
}

const newestFirst = '-createdAt';

/**
 * Accounts with the right get medical information; the read is recorded before the answer. A long list hides it, and its
 * search does not look into it, until the password is typed again.
 */
export async function listRegistrations(ctx: Ctx, query: RegistrationsQuery): Promise<RegistrationsPage> {
  const { limit, offset = 0, sort = newestFirst, cursor, ...filter } = query;
  const matching = await filtered(ctx, filter);
  const [rows, total] = await Promise.all([
    ctx.em.find(
      RegistrationEntity,
      { $and: [matching, cursor === undefined ? {} : after(ctx, 'registrations', cursor)] },
      // reads one row more than asked for, to know whether another page follows
      { ...shown, orderBy: orderOf(sort), limit: limit + 1, offset, disableIdentityMap: true },
    ),
    ctx.em.fork().count(RegistrationEntity, matching),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const ids = page.map(({ id }) => id);
  if (ids.length > registrationLimits.longList && mayReadMedical(ctx) && lacksPassword(ctx)) {
    return listRegistrations(withoutMedical(ctx), query);
  }
  if (looksIntoMedical(ctx, filter.q)) await recordSearch(ctx, ids);
  else if (mayReadMedical(ctx) && ids.length > 0) await recordList(ctx, ids);
  return {
    items: page.map((row) => registrationView(row, shownMedical(ctx, row))),
    total,
    nextCursor:
      last && rows.length > limit && sort === newestFirst ? cursorAt(ctx, 'registrations', last) : null,
  };
}

/** One batch of an export: at most `limit` rows with ids below `before`, newest first. The caller records it. */
export async function registrationBatch(
  ctx: Pick<Ctx, 'em' | 'actor' | 'config'>,
  { withMedical, ...filter }: RegistrationFilter & { withMedical: boolean },
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Registration[]> {
  const rows = await ctx.em.find(
    RegistrationEntity,
    { $and: [await filtered(ctx, filter), before === undefined ? {} : { id: { $lt: before } }] },
    { ...shown, orderBy: { id: 'desc' }, limit, disableIdentityMap: true },
  );
  return rows.map((row) => registrationView(row, withMedical ? shownMedical(ctx, row) : undefined));
}

async function getRegistration(
  ctx: Pick<Ctx, 'em' | 'actor' | 'config'>,
  id: number,
): Promise<Item<Registration>> {
  const row = await ctx.em.findOne(
    RegistrationEntity,
    { id, deletedAt: null },
    { ...shown, disableIdentityMap: true },
  );
  if (!row) throw notFound(registrationNotFound);
  return { view: registrationView(row, shownMedical(ctx, row)), tag: tagOf(ctx, row) };
}

/** Returns medical data, so the access is recorded in the activity log. */
export async function viewRegistration(ctx: Ctx, id: number): Promise<Item<Registration>> {
  const item = await getRegistration(ctx, id);
  await transaction(ctx, (tx) => record(tx, 'view', { id, reference: item.view.reference }));
  return item;
}

export function updateRegistration(
  ctx: Ctx,
  id: number,
  update: RegistrationUpdate,
  ifMatch?: string,
): Promise<Item<Registration>> {
  const { programId, intakeId, medicalConditions, allergies, medications, ...input } = withoutHidden(
    ctx,
    update,
  );
  // these changes may take or free a seat, and visitors see how many seats are left
  const isSeating = [programId, intakeId, update.status].some((given) => given !== undefined);
  return (isSeating ? withContentChange : transaction)(ctx, async (tx) => {
    const row = await locked(tx, id, ifMatch);
    const before = { version: row.version, note: row.note, ...seatingOf(row) };
    if (programId !== undefined && programId !== row.program?.id) {
      row.program = (await tx.em.findOne(ProgramEntity, openProgram(programId, tx.now()))) ?? refuse();
      // the former intake belongs to the former program
      row.intake = null;
    }
    keepGuardian(tx, row, input);
    Object.assign(row, input);
    if (intakeId !== undefined) await changeIntake(tx, row, intakeId);
    if (row.intake) row.startDate = row.intake.startsOn;
    keepWaitingSince(row, before, tx.now());
    await seat(tx, before, row);
    changeMedical(tx, row, { medicalConditions, allergies, medications });
    await tx.em.flush();
    if (row.version !== before.version) await record(tx, 'update', row);
    else await recordRead(tx, activityOf(tx, 'view', row));
    await recordStep(tx, before, row);
    if (row.status !== before.status) await tellOfStatus(tx, row, before.status);
    return getRegistration(tx, id);
  });
}

export function removeRegistration(ctx: Ctx, id: number, ifMatch?: string): Promise<{ id: number }> {
  return withContentChange(ctx, async (tx) => {
    const row = await locked(tx, id, ifMatch);
    row.deletedAt = tx.now();
    await tx.em.flush();
    await record(tx, 'delete', row);
    return { id };
  });
}

const locked = (tx: TxCtx, id: number, ifMatch: string | undefined) =>
  lockOrNotFound(
    tx,
    RegistrationEntity,
    { id, deletedAt: null },
    { missing: registrationNotFound, ifMatch, tag: (row) => tagOf(tx, row) },
  );

/** Accounts that may read health answers get another answer for the same version, so its tag differs. */
const tagOf = (ctx: Pick<Ctx, 'actor'>, row: Pick<RegistrationRow, 'id' | 'version'>) =>
  itemTag(mayReadMedical(ctx) ? 'registration' : 'registration-without-health', row);

async function tellOfStatus(tx: TxCtx, row: RegistrationRow, from: RegistrationStatus): Promise<void> {
  const { id, firstName, status, email } = row;
  const reference = row.reference ?? '';
  const emails = await statusEmails(tx, [{ id, reference, firstName, email, from, to: status }]);
  for (const one of emails) await queueEmail(tx, one);
  await queueEvents(tx, 'registration.status_changed', [{ id, reference, status }]);
}

const pastTense = { view: 'Viewed', update: 'Updated', delete: 'Deleted' } as const;

type Done = keyof typeof pastTense;
type Named = { id: number; reference?: string | null };

const activityOf = (tx: Pick<Ctx, 'actor'>, done: Done, { id, reference }: Named) => ({
  entityType: 'registration' as const,
  entityId: id,
  description: `${pastTense[done]} registration ${reference}`,
  // the answer to a deletion has no content
  medicalOf: mayReadMedical(tx) && done !== 'delete' ? [id] : null,
});

const record = (tx: TxCtx, done: Done, row: Named) =>
  recordActivity(tx, { type: done, ...activityOf(tx, done, row) });

/** The office may correct who is responsible for a child, but not leave it without anybody. */
function keepGuardian(tx: TxCtx, row: RegistrationRow, input: Partial<RegistrationUpdate>): void {
  const born = input.dateOfBirth === undefined ? row.dateOfBirth : input.dateOfBirth;
  if (!born || !isMinor(born, kampalaDay(tx.now()))) return;
  const lost = (['guardianName', 'guardianPhone'] as const).filter(
    (field) => row[field] && input[field] === null,
  );
  if (lost.length > 0) throw invalid(lost.map((path) => ({ path, message: guardianNeeded[path] })));
}

function refuse(): never {
  throw notOffered();
}

/** A list sorted by name uses the last name first, like a class list. */
function orderOf(sort: string) {
  const { name, ...order } = ordering(sort);
  return name ? { lastName: name, firstName: name, ...order } : order;
}
