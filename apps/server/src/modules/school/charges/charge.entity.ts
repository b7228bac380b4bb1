import { chargeKinds, feeLimits } from '@institute/contract/fees.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * What applicants owe. A trigger refuses DELETE, and UPDATE of all but emptied texts. So no column refers to
 * a row that can be deleted, and an erased registration leaves nameless charges.
 */
export const ChargeEntity = defineEntity({
  name: 'Charge',
  tableName: 'charges',
  indexes: [
    {
      name: 'charges_account_index',
      expression: 'create index charges_account_index on charges (registration_id, due_on) include (amount)',
    },
  ],
  triggers: [
    {
      name: 'charges_insert_only',
      timing: 'before',
      events: ['update', 'delete'],
      // An erasure empties the texts
      body: `if tg_op = 'UPDATE' and new.label in (old.label, '') and coalesce(new.reason, old.reason, '') = coalesce(old.reason, '') and to_jsonb(new) - array['label', 'reason'] = to_jsonb(old) - array['label', 'reason'] then return new; end if; raise exception 'Rows of charges are only inserted'`,
    },
  ],
  properties: {
    id: p.integer().primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
    registrationId: p.integer(),
    kind: p.enum(chargeKinds),
    label: p.string().length(feeLimits.label),
    /** Whole UGX. Negative for discounts, and for reversals of positive charges. */
    amount: p.integer(),
    dueOn: p.date(),
    /** Days after the start of the intake, for an instalment. Null when it counts from acceptance, or nobody knows. */
    dueDays: p.integer().nullable(),
    reason: p.string().length(feeLimits.reason).nullable(),
    /** Id of the charge that this line reverses. */
    reverses: p.integer().nullable().unique(),
    /** Email of the account that recorded it. Null when a program did. */
    recordedBy: p.string().length(254).nullable(),
  },
});
export type ChargeRow = InferEntity<typeof ChargeEntity>;

/** SQL condition: a charge that nothing has reversed. */
export const notReversedSql = `charges.kind <> 'reversal'
  and not exists (select from charges as later where later.reverses = charges.id)`;
