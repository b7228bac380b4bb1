import { hash } from 'node:crypto';
import { type StatementLineState, statementMethods, sumAmounts } from '@institute/contract/fees.constants';
import * as z from 'zod';
import { refuseUnconfirmedPassword } from '../../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { lockRowOrNotFound } from '../../../../database/row-lock.ts';
import { AppError } from '../../../../errors.ts';
import { bool, int, readRows, text, textOrNull } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { listOwners } from '../../../platform/accounts/account.service.ts';
import { recordFeeActivity } from '../accounts/charge-office.service.ts';
import { instantSql } from '../accounts/fee-line.service.ts';
import { formatShillings } from '../accounts/fee-movement.service.ts';
import { readBalances } from './statement-balances.ts';
import { StatementComparisonEntity, StatementImportEntity } from './statement-import.entity.ts';
import type { StatementMethod, StatementTable } from './statement-lines.ts';
import { findNumberOfStatement } from './statement-parties.ts';

/**
 * Names the wallet or bank account of a statement, so that its later statements are recognised. Without a number,
 * the headings identify a statement of a bank; that of an operator gets an empty text.
 */
export function identifyWallet(table: StatementTable, method: StatementMethod): string {
  const [, account = ''] =
    /\b(?:account|acc|a\/c|wallet|transactions of)\b\D{0,20}(\d[\d-]{6,30}\d)/i.exec(table.head) ?? [];
  const walletNumber = account.replace(/\D/g, '') || findNumberOfStatement(table);
  if (walletNumber || method !== 'bank') return walletNumber;
  return hash('sha256', table.headings.join('\n').toLowerCase()).slice(0, 16);
}

interface ImportedPlan {
  method: StatementMethod;
  lines: readonly { line: number; state: StatementLineState; amount: number | null; day: string | null }[];
  unheld: readonly { isImported: boolean }[];
}

/**
 * Records who imported which statement, and whether it continues the statement before. Returns the id of the
 * import.
 */
export async function recordImport(
  tx: TxCtx,
  { method, lines, unheld }: ImportedPlan,
  table: StatementTable,
  fileName: string | null,
): Promise<number> {
  const walletKey = identifyWallet(table, method);
  const paymentsOfStatement = lines.flatMap(({ state, amount, day, line }) =>
    amount === null || day === null || state === 'notMoney' ? [] : { line, amount, day },
  );
  const paymentLines = new Set(paymentsOfStatement.map(({ line }) => line));
  const statementBalances = readBalances(table, (line) => paymentLines.has(line));
  const lastDay =
    paymentsOfStatement
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? null;
  const [previousImport] = await readRows(tx.em, { closing: z.number() })(
    `select closing_balance as closing from statement_imports
     where method = ? and wallet = ? and closing_balance is not null and last_day <= ?::date
     order by last_day desc, id desc limit 1`,
    [method, walletKey, lastDay],
  );
  return tx.em.insert(StatementImportEntity, {
    recordedAt: tx.now(),
    recordedBy: tx.actor?.email ?? '',
    method,
    wallet: walletKey,
    fileName,
    lines: paymentsOfStatement.length,
    amount: sumAmounts(paymentsOfStatement),
    lastDay,
    openingBalance: statementBalances[0] ?? null,
    closingBalance: statementBalances.at(-1) ?? null,
    continues:
      statementBalances.length > 0 && previousImport
        ? statementBalances.includes(previousImport.closing)
        : null,
    missing: unheld.filter(({ isImported }) => isImported).length,
  });
}

const importColumns = {
  id: int,
  at: text,
  by: text,
  method: z.enum(statementMethods),
  /** Day of the last payment in the statement. */
  lastDay: textOrNull,
  fileName: textOrNull,
  lines: int,
  amount: int,
  openingBalance: z.number().nullable(),
  closingBalance: z.number().nullable(),
  continues: bool.nullable(),
  missing: int,
  /** Number of payments that the import stored, also of lines that an owner confirmed later. */
  stored: int,
  comparedBy: textOrNull,
};

/** Imports of statements, latest first. By default those that nobody has compared. */
export async function listImports(
  ctx: Pick<Ctx, 'em' | 'actor'>,
  { sql, values } = { sql: 'comparison.import_id is null', values: [] as readonly string[] },
) {
  const importRows = await readRows(ctx.em, importColumns)(
    `select source.id, ${instantSql('source.recorded_at')} as at, source.recorded_by as by, method,
       last_day::text as "lastDay", file_name as "fileName", lines, amount::float8, opening_balance as "openingBalance", closing_balance as "closingBalance", continues, missing,
       (select count(*)::int from fee_movements where import_id = source.id) as stored,
       comparison.recorded_by as "comparedBy"
     from statement_imports as source left join statement_comparisons as comparison on comparison.import_id = source.id
     where ${sql} order by source.id desc`,
    values,
  );
  const isSoleOwner = await isOnlyOwner(ctx);
  return importRows.map((row) => ({
    ...row,
    mayCompare: row.comparedBy === null && (isSoleOwner || row.by !== ctx.actor?.email),
  }));
}

/** A sole owner may compare an own import, because there is no other owner. */
const isOnlyOwner = async ({ em, actor }: Pick<Ctx, 'em' | 'actor'>): Promise<boolean> =>
  actor?.isOwner === true && (await listOwners({ em })).length === 1;

/** Records that the lines of an import equal the original statement. Only a sole owner may compare an own import. */
export function recordStatementComparison(ctx: Ctx, { id }: { id: number }): Promise<{ id: number }> {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    const notFoundMessage = 'There is no such import';
    const comparedImport = await lockRowOrNotFound(
      tx,
      StatementImportEntity,
      { id },
      { missing: notFoundMessage },
    );
    if (comparedImport.recordedBy === tx.actor?.email && !(await isOnlyOwner(tx)))
      throw new AppError('FORBIDDEN', 'You imported this statement. Ask another account to compare it.');
    if (await tx.em.count(StatementComparisonEntity, { importId: id }))
      throw new AppError('CONFLICT', 'This import is compared already');
    const comparisonFields = { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? '' };
    await tx.em.insert(StatementComparisonEntity, { importId: id, ...comparisonFields });
    const statementText = `the statement of ${formatShillings(comparedImport.amount)} that ${comparedImport.recordedBy} imported`;
    await recordFeeActivity(tx, null, `Compared ${statementText}`);
    return { id };
  });
}
