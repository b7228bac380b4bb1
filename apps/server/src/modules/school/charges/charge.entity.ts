import { chargeKinds, feeLimits } from '@institute/contract/fees.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * Charges of applicants. A trigger refuses DELETE, and every UPDATE but one that empties texts. So no column
 * refers to a row that can be deleted, and charges of an erased registration stay without a name.
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
      // An update may only empty the texts, for an erasure
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
    /**
     * Days from the start of the intake to the due day. Null when the days count from acceptance or are not known.
     */
    dueDays: p.integer().nullable(),
    reason: p.string().length(feeLimits.reason).nullable(),
    /** Id of the charge that this line reverses. */
    reverses: p.integer().nullable().unique(),
    /** Email of the account that recorded the charge. Null when another program did. */
    recordedBy: p.string().length(254).nullable(),
  },
});
export type ChargeRow = InferEntity<typeof ChargeEntity>;

/** SQL condition: a charge that nothing has reversed. */
export const notReversedSql = `charges.kind <> 'reversal'
  and not exists (select from charges as later where later.reverses = charges.id)`;
