import { statementMethods } from '@institute/contract/fees.constants';
import { tableLimits } from '@institute/contract/tables.constants';
import { defineEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../../database/timestamps.ts';
import { makeInsertOnlyTrigger } from '../accounts/fee-ledger.entity.ts';

/**
 * A statement that somebody imported. Movements, kept lines and confirmations refer to the import that stored them.
 */
export const StatementImportEntity = defineEntity({
  name: 'StatementImport',
  tableName: 'statement_imports',
  triggers: [makeInsertOnlyTrigger('statement_imports', [])],
  properties: {
    id: p.integer().primary(),
    recordedAt: instantColumn().defaultRaw('now()').index(),
    /** Email of the account that imported the statement. */
    recordedBy: p.string().length(254),
    method: p.enum(statementMethods),
    /** The institute's number or account whose statement this is, as far as the file says (`identifyWallet`). */
    wallet: p.string().length(64),
    /** File name that the browser sent. Null for lines that were typed or pasted. */
    fileName: p.string().length(tableLimits.fileName).nullable(),
    /** Number of payments in the statement, also of those on record before. `amount` is their sum in UGX. */
    lines: p.integer(),
    amount: p.bigint('number'),
    /** Day of the last payment in the statement. Null without a payment. */
    lastDay: p.date().nullable(),
    /** In UGX, may have cents. Null for a statement without balances. */
    openingBalance: p.double().nullable(),
    closingBalance: p.double().nullable(),
    /**
     * Whether this statement contains the closing balance of the wallet's previous import. Null when one has no
     * balances.
     */
    continues: p.boolean().nullable(),
    /** Number of lines that earlier imports of this wallet have on the same days and that this import lacks. */
    missing: p.integer(),
  },
});

/** Another account has compared an import with the original statement. */
export const StatementComparisonEntity = defineEntity({
  name: 'StatementComparison',
  tableName: 'statement_comparisons',
  triggers: [makeInsertOnlyTrigger('statement_comparisons', [])],
  properties: {
    importId: p.integer().primary().autoincrement(false),
    recordedAt: instantColumn().defaultRaw('now()'),
    recordedBy: p.string().length(254),
  },
});
