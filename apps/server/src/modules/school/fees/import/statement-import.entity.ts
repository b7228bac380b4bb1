import { statementMethods } from '@institute/contract/fees.constants';
import { tableLimits } from '@institute/contract/tables.constants';
import { defineEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../../database/timestamps.ts';
import { insertOnly } from '../accounts/fee-ledger.entity.ts';

/** A statement that somebody imported. Movements, kept lines and confirmations name theirs. */
export const StatementImportEntity = defineEntity({
  name: 'StatementImport',
  tableName: 'statement_imports',
  triggers: [insertOnly('statement_imports', [])],
  properties: {
    id: p.integer().primary(),
    recordedAt: instantColumn().defaultRaw('now()').index(),
    /** Address of the account. */
    recordedBy: p.string().length(254),
    method: p.enum(statementMethods),
    /** The institute's number or account whose statement it is, as far as it says (`nameWallet`). */
    wallet: p.string().length(64),
    /** As the browser said it. Null for lines that were typed or pasted. */
    fileName: p.string().length(tableLimits.fileName).nullable(),
    /** Payments in it, also those that were on record, and their sum in UGX. */
    lines: p.integer(),
    amount: p.bigint('number'),
    /** Day of its last payment. Null without a payment. */
    lastDay: p.date().nullable(),
    /** UGX, perhaps with cents. Null for a statement without balances. */
    openingBalance: p.double().nullable(),
    closingBalance: p.double().nullable(),
    /** Whether it has the balance with which the import before of this wallet ends. Null when one of them has none. */
    continues: p.boolean().nullable(),
    /** Lines of earlier imports of its wallet and days that it does not have. */
    missing: p.integer(),
  },
});

/** Another account has held an import against the statement itself. */
export const StatementComparisonEntity = defineEntity({
  name: 'StatementComparison',
  tableName: 'statement_comparisons',
  triggers: [insertOnly('statement_comparisons', [])],
  properties: {
    importId: p.integer().primary().autoincrement(false),
    recordedAt: instantColumn().defaultRaw('now()'),
    recordedBy: p.string().length(254),
  },
});
