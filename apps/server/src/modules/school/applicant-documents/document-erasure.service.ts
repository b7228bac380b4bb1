import { documentLimits } from '@institute/contract/applicant-documents.constants';
import { countItems } from '@institute/contract/count-items';
import { toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../context.ts';
import { int, readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { INTAKES_TABLE } from '../intakes/intake.entity.ts';
import { enteredAtSql } from '../registrations/registration.entity.ts';
import {
  DOCUMENT_PAGES_TABLE,
  DocumentPageEntity,
  GIVEN_ANSWERS_TABLE,
} from './applicant-document.entity.ts';
import { removePageFile } from './page-store.service.ts';

const BATCH_SIZE = 200;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Erases pages that are no longer needed, and removes files of pages that nobody can read. */
export async function eraseOverdueDocuments(ctx: Ctx): Promise<void> {
  await runInTransaction(ctx, wipeOldPages);
  while ((await removeErasedFiles(ctx)) === BATCH_SIZE);
}

/** Verdicts and labels stay. A page that came late is kept as long as the others. */
async function wipeOldPages(tx: TxCtx): Promise<void> {
  const keptSince = new Date(tx.now().getTime() - documentLimits.keptDays * DAY_MS);
  const keptSinceDay = toLocalDay(keptSince);
  const isClosedLongAgoSql = (status: 'rejected' | 'withdrawn') =>
    `status = '${status}' and coalesce(${enteredAtSql(status)}, registrations.created_at) < ?`;
  const wipedRegistrations = await readRows(tx.em, { id: int })(
    `update ${DOCUMENT_PAGES_TABLE} set sealed_key = null, registration_id = null from registrations
     where registrations.id = registration_id and arrived_at < ? and (
       status in ('accepted', 'completed')
         and coalesce((select starts_on from ${INTAKES_TABLE} where ${INTAKES_TABLE}.id = intake_id), start_date) < ?
       or ${isClosedLongAgoSql('rejected')} or ${isClosedLongAgoSql('withdrawn')})
     returning registrations.id`,
    [keptSince, keptSinceDay, keptSince, keptSince],
  );
  if (wipedRegistrations.length === 0) return;
  const applicantCountText = countItems(new Set(wipedRegistrations.map(({ id }) => id)).size, 'applicant');
  await recordActivity(tx, {
    type: 'purge',
    entityType: 'registration',
    entityId: null,
    description: `Erased the documents of ${applicantCountText} after ${documentLimits.keptDays} days`,
  });
}

/** A page that has not arrived may still be on its way for an hour, so that no file comes after its removal. */
async function removeErasedFiles(ctx: Ctx): Promise<number> {
  const rows = await readRows(ctx.em, { id: text })(
    `select id from ${DOCUMENT_PAGES_TABLE}
     where case when arrived_at is null then created_at < ? else sealed_key is null or registration_id is null end
     order by id limit ?`,
    [new Date(ctx.now().getTime() - HOUR_MS), BATCH_SIZE],
  );
  for (const { id } of rows) {
    await removePageFile(ctx, id);
    await ctx.em.nativeDelete(DocumentPageEntity, { id });
  }
  return rows.length;
}

/** Before registrations are erased: nobody can read the pages any more, in backups' files neither. */
export const eraseDocuments = async ({ em }: TxCtx, registrations: readonly number[]): Promise<void> =>
  void (await em.execute(
    `update ${DOCUMENT_PAGES_TABLE} set sealed_key = null, registration_id = null where registration_id = any(?::int[])`,
    [`{${registrations}}`],
  ));

/** Returns how many there were, at most `limit`. */
export async function erasePrivateAnswers({ em }: TxCtx, before: Date, limit: number): Promise<number> {
  const rows = await readRows(em, { id: int })(
    `update ${GIVEN_ANSWERS_TABLE} set sealed_answer = null, version = version + 1
     where id in (select id from ${GIVEN_ANSWERS_TABLE} where sealed_answer is not null and created_at < ?
       order by id limit ?) returning id`,
    [before, limit],
  );
  return rows.length;
}
