import type { TxCtx } from '../../../context.ts';
import { preserveRows } from '../../../database/backup/kept-rows.ts';
import type { ErasedType } from './erasure.entity.ts';

/** A restore of a backup keeps these records. */
export async function recordErasures(
  { em, now }: Pick<TxCtx, 'em' | 'now'>,
  type: ErasedType,
  ids: readonly number[],
): Promise<void> {
  await em.execute(
    `insert into erasures (type, entity_id, erased_at) select ?, id, ? from unnest(?::int[]) as id
     on conflict (type, entity_id) do update set erased_at = excluded.erased_at`,
    [type, now(), `{${ids}}`],
  );
}

const erasedTables = {
  registration: 'registrations',
  contact: 'messages',
  donation: 'donations',
  certificate: 'certificates',
  newsletter: 'subscribers',
  notice: 'payment_notices',
  emergency: 'registrations',
  guardian: 'registrations',
  former: 'registrations',
  payer: 'fee_movements',
  outgoing: 'outgoing_messages',
} as const satisfies Record<ErasedType, string>;

const restoredRowsSql = Object.entries(erasedTables).map(
  ([type, table]) => `type = '${type}' and exists (select from ${table} where id = entity_id)`,
);

/**
 * Keeps erasures for `eraseAgain`, only of rows that the restore brought back. Later rows may get the ids of others.
 */
export const preserveErasures = preserveRows(
  'select type, entity_id, erased_at from erasures',
  `insert into erasures (type, entity_id, erased_at, is_due) select type, entity_id, erased_at, true
   from jsonb_to_recordset($1) as kept (type text, entity_id int, erased_at timestamptz)
   where ${restoredRowsSql.join(' or ')}
   on conflict (type, entity_id) do update set erased_at = excluded.erased_at, is_due = true
   where erasures.erased_at < excluded.erased_at`,
);
