import { controlNoteKinds, feeLimits } from '@institute/contract/fees.constants';
import { defineEntity, p } from '@mikro-orm/core';

/**
 * Notes that owners see in Control and that no other table has. They name nobody, and a trigger refuses UPDATE and
 * DELETE.
 */
export const ControlNoteEntity = defineEntity({
  name: 'ControlNote',
  tableName: 'control_notes',
  indexes: [
    {
      name: 'control_notes_created_index',
      expression: 'create index control_notes_created_index on control_notes (created_at)',
    },
  ],
  triggers: [
    {
      name: 'control_notes_insert_only',
      timing: 'before',
      events: ['update', 'delete'],
      body: `raise exception 'Rows of control_notes are only inserted'`,
    },
  ],
  properties: {
    id: p.integer().primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
    kind: p.enum(controlNoteKinds),
    registrationId: p.integer().nullable(),
    /** UGX by which the debt or the price is lower. Negative for a price that rose. */
    amount: p.bigint('number'),
    note: p.string().length(feeLimits.reason),
    /** Email of the account that caused the note. Null when another program did. */
    recordedBy: p.string().length(254).nullable(),
  },
});
