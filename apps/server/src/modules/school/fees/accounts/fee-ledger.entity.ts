import { feeLimits, feeMethods, movementKinds } from '@institute/contract/fees.constants';
import { receiptCodeLength } from '@institute/contract/receipts.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../../database/timestamps.ts';

const optionalText = (length: number) => p.string().length(length).nullable();

/** Makes the trigger that refuses every change of a row, except that an erasure may empty these texts. */
export const makeInsertOnlyTrigger = (table: string, texts: readonly string[]) => ({
  name: `${table}_insert_only`,
  timing: 'before' as const,
  events: ['update' as const, 'delete' as const],
  body: `if tg_op = 'DELETE'
    or to_jsonb(new) - '{${texts}}'::text[] is distinct from to_jsonb(old) - '{${texts}}'::text[]
    or not jsonb_strip_nulls(to_jsonb(new)) <@ to_jsonb(old)
  then raise exception 'Rows of ${table} are only inserted'; end if; return new`,
});

/** Money that came in or went out. A mistake is never changed: another row takes the wrong one back. */
export const FeeMovementEntity = defineEntity({
  name: 'FeeMovement',
  tableName: 'fee_movements',
  indexes: [
    {
      // One transaction of an operator is one movement, no matter who records it first
      name: 'fee_movements_transaction_unique',
      expression:
        'create unique index fee_movements_transaction_unique on fee_movements (method, plain_id(operator_id), turn)',
    },
    {
      // Compares IDs without the changes that spreadsheets make, which earlier versions stored
      name: 'fee_movements_plain_id_index',
      expression: 'create index fee_movements_plain_id_index on fee_movements (plain_id(operator_id))',
    },
  ],
  triggers: [makeInsertOnlyTrigger('fee_movements', ['payer_name', 'payer_phone', 'note', 'reason'])],
  properties: {
    id: p.integer().primary(),
    recordedAt: instantColumn().defaultRaw('now()').index(),
    /** Email of the account that recorded it. Null when the payment provider reported the payment. */
    recordedBy: optionalText(254),
    kind: p.enum(movementKinds),
    method: p.enum(feeMethods),
    /** For an online payment its `txRef`, which is secret: anybody who knows it can see the payment's state. */
    operatorId: optionalText(feeLimits.operatorId),
    /**
     * Number of earlier movements with this ID: cancelled ones, others of the same batch, or cheques of other
     * banks.
     */
    turn: p.integer().default(0),
    bank: optionalText(feeLimits.bank),
    /**
     * True for a payment from an imported statement. The first versions stored false for imported payments with an
     * ID.
     */
    isImported: p.boolean().default(false),
    /** Id of the statement import that stored it. Null for other movements, and for imports of earlier versions. */
    importId: p.integer().nullable().index(),
    /** Whole UGX. Negative for money that went out, and for the cancellation of a payment. */
    amount: p.integer(),
    /** A day in Kampala. */
    receivedOn: p.date(),
    payerName: optionalText(feeLimits.payerName),
    payerPhone: optionalText(32),
    note: optionalText(feeLimits.note),
    reason: optionalText(feeLimits.reason),
    /** Id of the movement that this counter-entry takes back. */
    counters: p.integer().nullable().unique(),
    /**
     * Number of a cancellation or refund: `CAN-2027-000002`, `REF-2027-000003`. Earlier versions also numbered
     * unassigned money: `FEE-2026-000045`.
     */
    number: optionalText(30).unique(),
    /** Email of the account that keeps the cash. Null for the account that recorded the movement. */
    box: optionalText(254),
    /** Code of a receipt that an earlier version gave to unassigned money. */
    code: optionalText(receiptCodeLength).unique(),
  },
});
export type FeeMovementRow = InferEntity<typeof FeeMovementEntity>;

/**
 * SQL of the trigger that refuses, at the commit, parts that add up to more than the amount of their movement.
 * Movements with crossed parts of an earlier version are exempt until the office has put them right.
 */
const partsWithinMovementSql = `create or replace function fee_parts_within_movement() returns trigger as $$
  declare movement record;
  begin
    select fee_movements.amount, sum(fee_parts.amount) as parts into movement
    from fee_movements join fee_parts on movement_id = fee_movements.id
    where fee_movements.id = new.movement_id group by fee_movements.id;
    if movement.parts not between least(0, movement.amount) and greatest(0, movement.amount)
      and not exists (select from crossed_fee_parts join fee_parts on fee_parts.id = part_id
        where fee_parts.movement_id = new.movement_id)
    then raise exception 'The parts of a movement are more than its amount' using errcode = '23514'; end if;
    return null;
  end $$ language plpgsql;
create constraint trigger fee_parts_within_movement after insert on fee_parts
  deferrable initially deferred for each row execute function fee_parts_within_movement()`;

/** Shares of a movement's money. The rest of the amount is unassigned. */
export const FeePartEntity = defineEntity({
  name: 'FeePart',
  tableName: 'fee_parts',
  indexes: [
    {
      name: 'fee_parts_account_index',
      expression: 'create index fee_parts_account_index on fee_parts (registration_id) include (amount)',
    },
  ],
  triggers: [
    makeInsertOnlyTrigger('fee_parts', ['reason']),
    {
      name: 'fee_parts_within_movement',
      timing: 'after',
      events: ['insert'],
      expression: partsWithinMovementSql,
    },
  ],
  properties: {
    id: p.integer().primary(),
    recordedAt: instantColumn().defaultRaw('now()'),
    recordedBy: optionalText(254),
    movementId: p.integer().index(),
    /** Id of the registration. It stays when the registration is erased. */
    registrationId: p.integer(),
    /** Whole UGX. Negative for money that left the account. */
    amount: p.integer(),
    /** Id of the part from which the money moved. */
    movedFrom: p.integer().nullable().index(),
    reason: optionalText(feeLimits.reason),
    /** Receipt of money that came in, such as `FEE-2027-000045`. */
    receiptNumber: optionalText(30).unique(),
    receiptCode: optionalText(receiptCodeLength).unique(),
  },
});
export type FeePartRow = InferEntity<typeof FeePartEntity>;

/**
 * Parts that an earlier version stored under another movement of the same statement, until the office puts them
 * right. Rows were added only by the update from that version.
 */
export const CrossedFeePartEntity = defineEntity({
  name: 'CrossedFeePart',
  tableName: 'crossed_fee_parts',
  properties: {
    partId: p.integer().primary().autoincrement(false),
    /** Id of the movement of the part's own line. Null when it is not known. */
    movementId: p.integer().nullable(),
  },
});

/** A receipt or counter-receipt that the office printed. The first print of a paper is the original. */
export const FeePrintEntity = defineEntity({
  name: 'FeePrint',
  tableName: 'fee_prints',
  indexes: [{ properties: ['partId', 'number'] }],
  triggers: [makeInsertOnlyTrigger('fee_prints', [])],
  properties: {
    id: p.integer().primary(),
    partId: p.integer(),
    /** Number of the printed receipt or counter-receipt, because a part may have both. */
    number: p.string().length(30),
    recordedAt: instantColumn().defaultRaw('now()').index(),
    /** Email of the account that printed it. */
    recordedBy: optionalText(254),
  },
});

/**
 * The line of a statement that confirms a payment recorded by hand, or cash that was taken to the bank. A payment that
 * came by a statement needs no confirmation.
 */
export const FeeConfirmationEntity = defineEntity({
  name: 'FeeConfirmation',
  tableName: 'fee_confirmations',
  uniques: [{ properties: ['movementId', 'importId'] }],
  properties: {
    id: p.integer().primary(),
    movementId: p.integer(),
    /** Null for a confirmation by an earlier version. */
    importId: p.integer().nullable(),
    /** Transaction ID of the line. */
    lineId: p.string().length(feeLimits.operatorId),
    recordedAt: instantColumn().defaultRaw('now()'),
    /** Email of the account that imported the statement. */
    recordedBy: optionalText(254),
  },
});

/** A count of a cashier's cash. Its rows name the movements that it includes. */
export const CashClosingEntity = defineEntity({
  name: 'CashClosing',
  tableName: 'cash_closings',
  triggers: [makeInsertOnlyTrigger('cash_closings', ['note'])],
  properties: {
    id: p.integer().primary(),
    recordedAt: instantColumn().defaultRaw('now()'),
    recordedBy: p.string().length(254),
    /** Email of the account that keeps the cash. Null for the cash of all accounts. */
    cashier: optionalText(254),
    /** Last day that the closing includes, in Kampala. */
    day: p.date().index(),
    /** Whole UGX. A double, because the sum may be greater than an integer column holds. */
    expected: p.double(),
    counted: p.double(),
    /** Why the counted and the expected cash differ. */
    note: optionalText(feeLimits.reason),
  },
});

/** A movement of cash is in one closing at most. Donations have negative ids, see `cashSql`. */
export const CashClosingRowEntity = defineEntity({
  name: 'CashClosingRow',
  tableName: 'cash_closing_rows',
  triggers: [makeInsertOnlyTrigger('cash_closing_rows', [])],
  properties: {
    movementId: p.integer().primary().autoincrement(false),
    closingId: p.integer().index(),
  },
});

/** A count that differed from the expected cash without a reason, so that it closed nothing. */
export const CashCountEntity = defineEntity({
  name: 'CashCount',
  tableName: 'cash_counts',
  triggers: [makeInsertOnlyTrigger('cash_counts', [])],
  properties: {
    id: p.integer().primary(),
    recordedAt: instantColumn().defaultRaw('now()').index(),
    recordedBy: p.string().length(254),
    /** Email of the account that keeps the cash, as in a closing. */
    cashier: optionalText(254),
    expected: p.double(),
    counted: p.double(),
  },
});
