import { type ControlNoteKind, feeLimits } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { truncate } from '@institute/contract/text';
import { splitIntoBatches } from '../../../transaction.ts';
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

interface Admission {
  id: number;
  /** Price of the program. */
  price: number;
  owes: number;
}

/** For people who are accepted or imported and owe less than their program costs. */
export const recordPriceNote = (
  tx: ChargeCtx,
  how: 'Accepted' | 'Imported',
  people: readonly Admission[],
): Promise<void> =>
  recordControlNotes(
    tx,
    people
      .filter(({ price, owes }) => owes < price)
      .map(({ id, price, owes }) => ({
        kind: 'below',
        registrationId: id,
        amount: price - owes,
        note: `${how}, owes ${formatLocalMoney(owes)} of ${formatLocalMoney(price)}`,
      })),
  );
