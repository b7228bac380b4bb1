import { type ControlNoteKind, feeLimits } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { truncate } from '@institute/contract/text';
import { int, readRows, textOrNull } from '../../../sql.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';
import { notReversedSql } from './charge.entity.ts';
import { ControlNoteEntity } from './control-note.entity.ts';
import type { ChargeCtx } from './debt-change.service.ts';

interface ControlNote {
  kind: ControlNoteKind;
  registrationId: number | null;
  amount: number;
  note: string;
}

export async function recordControlNotes(
  { em, actor, now }: ChargeCtx,
  notes: readonly ControlNote[],
): Promise<void> {
  for (const batch of splitIntoBatches(notes)) {
    const rows = batch.map(({ note, ...one }) => ({
      ...one,
      note: truncate(note, feeLimits.reason),
      recordedBy: actor?.email ?? null,
      createdAt: now(),
    }));
    await em.insertMany(ControlNoteEntity, rows);
  }
}

const lowDebtColumns = { id: int, price: int, owes: int, noted: textOrNull };

/**
 * Notes people with a seat who owe less than the program costs. Call it when somebody gets a seat or another
 * course. After an undo, a note that would repeat the last one is left out.
 */
export async function noteLowDebts(
  tx: ChargeCtx,
  how: 'Accepted' | 'Imported' | 'Another course' | 'Accepted again',
  registrations: readonly number[],
): Promise<void> {
  if (registrations.length === 0) return;
  const rows = await readRows(tx.em, lowDebtColumns)(
    `with last_notes as (
       select distinct on (registration_id) registration_id, note as noted from control_notes
       where kind = 'below' and registration_id = any(?::int[]) order by registration_id, id desc
     ), places as (
       select registrations.id, round(price)::float8 as price, noted, (
         select coalesce(sum(amount), 0)::float8 from charges where registration_id = registrations.id
           and kind in ('instalment', 'opening') and ${notReversedSql}) as owes
       from registrations join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = program_id
       left join last_notes on registration_id = registrations.id
       where registrations.id = any(?::int[]) and price > 1
     ) select * from places where owes < price order by id`,
    [`{${registrations}}`, `{${registrations}}`],
  );
  const lowDebtNotes = rows.flatMap(({ id: registrationId, price, owes, noted }) => {
    const debtText = `owes ${formatLocalMoney(owes)} of ${formatLocalMoney(price)}`;
    if (how === 'Accepted again' && noted?.endsWith(debtText)) return [];
    return { kind: 'below' as const, registrationId, amount: price - owes, note: `${how}, ${debtText}` };
  });
  await recordControlNotes(tx, lowDebtNotes);
}
