import type { WaitingConfirmation, WaitingLines } from '@institute/contract';
import { statementMethods, sumAmounts, type WaitingLineState } from '@institute/contract/fees.constants';
import { formatDate } from '@institute/contract/time';
import * as z from 'zod';
import { refuseUnlessOwner } from '../../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { bool, int, intOrNull, listIds, readRows, text, textOrNull } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { lockAccountHolders, recordFeeActivity } from '../accounts/charge-office.service.ts';
import { listHolderIds } from '../accounts/fee-account.service.ts';
import { instantSql } from '../accounts/fee-line.service.ts';
import { formatShillings, insertMovements, insertParts } from '../accounts/fee-movement.service.ts';
import { queueUnassignedMessages } from '../accounts/fee-notice.service.ts';
import { KeptLineEntity } from './kept-line.entity.ts';
import { storeLinesAsNoFees } from './kept-line.service.ts';
import type { StatementMethod } from './statement-lines.ts';
import { lockImports } from './statement-lock.service.ts';
import { compareLinesWithRecords, noRecordMatch, type RecordMatch } from './statement-records.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

const waitingLineColumns = {
  id: int,
  importId: intOrNull,
  method: z.enum(statementMethods),
  operatorId: text,
  amount: int,
  receivedOn: text,
  payerName: textOrNull,
  payerPhone: textOrNull,
  note: textOrNull,
  people: z.array(int),
  amounts: z.array(int),
  isAnother: bool,
  recordedBy: text,
  recordedAt: text,
};

const waitingLinesSql = `select id, import_id as "importId", method, operator_id as "operatorId", amount, received_on::text as "receivedOn",
    payer_name as "payerName", payer_phone as "payerPhone", note, people, amounts, is_another as "isAnother",
    recorded_by as "recordedBy", ${instantSql('recorded_at')} as "recordedAt"
  from kept_statement_lines where state = 'waiting'`;

/** Reads waiting lines, each with its parts and with what is on record by now. */
async function readWaitingLines(
  ctx: ReadingCtx,
  { sql, values }: { sql: string; values: readonly unknown[] },
) {
  const rows = await readRows(ctx.em, waitingLineColumns)(sql, values);
  const matchesByLine = new Map<number, RecordMatch>();
  for (const [method, own] of Map.groupBy(rows, (row) => row.method)) {
    const comparedLines = own.map(
      ({ id: line, receivedOn: day, note: typedReason, people: [first], ...row }) => ({
        ...row,
        line,
        day,
        typedReason,
        registrationId: first ?? null,
      }),
    );
    const lineMatches = await compareLinesWithRecords(ctx, method, comparedLines, { withWaiting: false });
    for (const [line, match] of lineMatches) matchesByLine.set(line, match);
  }
  return rows.map(({ people, amounts, ...row }) => {
    const recordMatch = matchesByLine.get(row.id) ?? noRecordMatch;
    return {
      ...row,
      parts: people.map((registrationId, at) => ({ registrationId, amount: amounts[at] ?? 0 })),
      state: toWaitingLineState(recordMatch, row),
      message: recordMatch.message,
      twin: recordMatch.twin,
      before: recordMatch.before,
    };
  });
}

/**
 * A line that was ticked as another payment at import stays so. At a bank, another amount may be of the same batch.
 */
function toWaitingLineState(
  { state }: RecordMatch,
  { isAnother, method }: { isAnother: boolean; method: StatementMethod },
): WaitingLineState {
  if (state === 'new') return 'waiting';
  const mayBeOtherPayment =
    state === 'likely' || state === 'cancelled' || (state === 'differs' && method === 'bank');
  if (!mayBeOtherPayment) return 'known';
  return isAnother ? 'waiting' : 'likely';
}

/** Lists lines whose days are too long ago for their importer to store them. Earliest day first. */
export async function listWaitingLines(ctx: ReadingCtx) {
  const lines = await readWaitingLines(ctx, {
    sql: `${waitingLinesSql} order by received_on, id`,
    values: [],
  });
  const peopleOfLines = await readRows(ctx.em, { id: int, name: text })(
    `select id, ${fullNameSql()} as name from registrations where id = any(?::int[]) and deleted_at is null`,
    [`{${lines.flatMap(({ parts }) => listHolderIds(parts))}}`],
  );
  const namesById = new Map(peopleOfLines.map(({ id, name }) => [id, name]));
  const waitingItems = lines.map(({ before, isAnother, importId, parts, ...line }) => ({
    ...line,
    // Null when the person was deleted
    parts: parts.map((part) => ({ ...part, name: namesById.get(part.registrationId) ?? null })),
  }));
  return { items: waitingItems, total: waitingItems.length };
}

/** Counts waiting lines for the dashboard. `months` are `YYYY-MM`. */
export async function countWaitingLines({ em }: ReadingCtx): Promise<{ count: number; months: string[] }> {
  const rows = await readRows(em, { month: text, count: int })(
    `select to_char(received_on, 'YYYY-MM') as month, count(*)::int as count
     from kept_statement_lines where state = 'waiting' group by month order by month`,
  );
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    months: rows.map(({ month }) => month),
  };
}

async function lockWaitingLines(tx: TxCtx, ids: readonly number[]) {
  await lockImports(tx);
  const lines = await readWaitingLines(tx, {
    sql: `${waitingLinesSql} and id = any(?::int[]) order by id for update`,
    values: [`{${ids}}`],
  });
  if (lines.length < new Set(ids).size)
    throw new AppError('CONFLICT', 'These lines have changed. Look again.');
  return lines;
}

const makeLineError = (line: { amount: number; receivedOn: string }, why: string): AppError =>
  new AppError('CONFLICT', `${formatShillings(line.amount)} of ${formatDate(line.receivedOn)}: ${why}`);

/** Stores all of these lines or none, as if the owner had imported them. The people get their messages now. */
export function confirmWaitingLines(ctx: Ctx, { ids, another = [] }: WaitingConfirmation) {
  refuseUnlessOwner(ctx);
  return runInTransaction(ctx, async (tx) => {
    const lines = await lockWaitingLines(tx, ids);
    const unconfirmableLine = lines.find(
      ({ id, state }) => state === 'known' || (state === 'likely' && !another.includes(id)),
    );
    if (unconfirmableLine) throw makeLineError(unconfirmableLine, unconfirmableLine.message ?? '');
    const holderIds = new Set(lines.flatMap(({ parts }) => listHolderIds(parts)));
    const existingHolders = new Set(listIds(await lockAccountHolders(tx, [...holderIds])));
    const lineWithoutPerson = lines.find(({ parts }) =>
      parts.some(({ registrationId }) => !existingHolders.has(registrationId)),
    );
    if (lineWithoutPerson)
      throw makeLineError(
        lineWithoutPerson,
        'the person was deleted. Leave it out, and import the file again',
      );
    const newMovements = lines.map(({ parts, method, operatorId, amount, receivedOn, ...line }) => ({
      kind: 'payment' as const,
      isImported: true,
      importId: line.importId,
      method,
      operatorId,
      amount,
      receivedOn,
      parts,
      payerName: line.payerName,
      payerPhone: line.payerPhone,
      note: line.note,
      before: line.before,
    }));
    const storedMovements = await insertMovements(tx, newMovements);
    if (storedMovements.length < lines.length)
      throw new AppError('CONFLICT', 'These lines have changed. Look again.');
    await insertParts(
      tx,
      storedMovements.flatMap(({ id: movementId, parts }) => parts.map((part) => ({ movementId, ...part }))),
    );
    await queueUnassignedMessages(
      tx,
      newMovements.filter(({ parts }) => parts.length === 0),
    );
    await tx.em.nativeDelete(KeptLineEntity, { id: { $in: ids } });
    const confirmedSummary = `${lines.length} fee payments of ${formatShillings(sumAmounts(lines))}`;
    await recordFeeActivity(tx, null, `Confirmed ${confirmedSummary} from a statement`);
    return { count: lines.length };
  });
}

/**
 * Marks lines as no fees, which also leaves them out of later files. Lines on record by now are only deleted here.
 */
export function leaveOutWaitingLines(ctx: Ctx, { ids }: WaitingLines) {
  refuseUnlessOwner(ctx);
  return runInTransaction(ctx, async (tx) => {
    const lines = await lockWaitingLines(tx, ids);
    await tx.em.nativeDelete(KeptLineEntity, { id: { $in: ids } });
    await storeLinesAsNoFees(
      tx,
      lines.filter(({ state }) => state !== 'known'),
    );
    return { count: lines.length };
  });
}

/** Lists waiting lines that a person paid or that are for the person, for the report of personal data. */
export const listWaitingLinesAbout = (
  { em }: ReadingCtx,
  registrations: readonly number[],
  phone: string | null,
) =>
  readRows(em, waitingLineColumns)(
    `${waitingLinesSql} and (people && ?::int[] or dialled(payer_phone) = dialled(?)) order by id`,
    [`{${registrations}}`, phone],
  );
