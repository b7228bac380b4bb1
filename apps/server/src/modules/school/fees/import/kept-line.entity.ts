import { feeLimits, statementMethods } from '@institute/contract/fees.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../../database/timestamps.ts';

const optionalTextColumn = (length: number) => p.string().length(length).nullable();
const integerListColumn = () => p.array(Number, String).columnType('int[]').defaultRaw("'{}'");

/** A line of a statement that is not stored as a movement: it waits for an owner, or was left out as no fee. */
export const KeptLineEntity = defineEntity({
  name: 'KeptLine',
  tableName: 'kept_statement_lines',
  properties: {
    id: p.integer().primary(),
    recordedAt: instantColumn().defaultRaw('now()'),
    /** Email of the account that imported the line or left it out. */
    recordedBy: p.string().length(254),
    state: p.enum(['waiting', 'notFee'] as const),
    /** Id of the imported statement, for a line that waits. Null when an earlier version imported it. */
    importId: p.integer().nullable(),
    method: p.enum(statementMethods),
    operatorId: p.string().length(feeLimits.operatorId),
    /** Whole UGX. */
    amount: p.integer(),
    /** Day of the payment in Kampala. */
    receivedOn: p.date(),
    payerName: optionalTextColumn(feeLimits.payerName),
    payerPhone: optionalTextColumn(32),
    note: optionalTextColumn(feeLimits.note),
    /** Ids of the registrations that get the money; `amounts` says how much each gets. Empty for unassigned money. */
    people: integerListColumn(),
    amounts: integerListColumn(),
    /** True when the office has decided that the line is another payment than the similar one on record. */
    isAnother: p.boolean().default(false),
  },
});
export type KeptLineRow = InferEntity<typeof KeptLineEntity>;
