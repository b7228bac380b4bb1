import { timeZone } from '@institute/contract/time';
import type { Ctx } from '../../../../context.ts';
import { bool, int, intOrNull, type Row, readRows, textOrNull } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';

const daySql = (row: string): string => `(${row}.recorded_at at time zone '${timeZone}')::date`;

/** SQL condition of `part` and `movement`: another part of this money has left an account before. */
export const wasSomebodysSql = `exists (select from fee_parts as away
  where away.movement_id = part.movement_id and away.moved_from is not null and away.id < part.id)`;

/**
 * SQL condition of `part` and `movement`: money leaves an account, or comes to one on a later day than it was recorded,
 * or after it was somebody's.
 */
export const isStepSql = `(part.moved_from is not null and part.amount < 0 or part.moved_from is null
  and movement.kind = 'payment' and (${daySql('part')} > ${daySql('movement')} or ${wasSomebodysSql}))`;

const partColumns = {
  id: int,
  movementId: int,
  registrationId: int,
  amount: int,
  movedFrom: intOrNull,
  receiptNumber: textOrNull,
  receiptCode: textOrNull,
  /** Null once the person is deleted. */
  name: textOrNull,
  isStep: bool,
};
type Part = Row<typeof partColumns>;

/** Who has had some money, the first one first. Null where it was unassigned. */
type MoneyPath = readonly (Part | null)[];

/** Parts whose money comes from several people have several paths. */
export type MoneyStep = Part & { paths: readonly MoneyPath[] };

/** Reads these parts with the paths of their money. */
export async function readMoneySteps(
  { em }: Pick<Ctx, 'em'>,
  partIds: readonly number[],
): Promise<MoneyStep[]> {
  const parts = await readRows(em, partColumns)(
    `select part.id, part.movement_id as "movementId", registration_id as "registrationId", part.amount,
       part.moved_from as "movedFrom", part.receipt_number as "receiptNumber", part.receipt_code as "receiptCode",
       ${fullNameSql('registrations.')} as name, ${isStepSql} as "isStep"
     from fee_parts as part join fee_movements as movement on movement.id = part.movement_id
     left join registrations on registrations.id = registration_id and deleted_at is null
     where part.movement_id in (select movement_id from fee_parts where id = any(?::int[])) order by part.id`,
    [`{${partIds}}`],
  );
  const asked = new Set(partIds);
  return [...Map.groupBy(parts, ({ movementId }) => movementId).values()]
    .flatMap(followMoney)
    .filter(({ id }) => asked.has(id));
}

/** Money that was unassigned last is assigned first. */
function followMoney(parts: readonly Part[]): MoneyStep[] {
  const steps = new Map<number, MoneyStep>();
  let unassigned: { amount: number; from: MoneyStep }[] = [];
  for (const part of parts) {
    const source = part.movedFrom === null ? undefined : steps.get(part.movedFrom);
    if (part.amount < 0) {
      const paths = (source?.paths ?? [[]]).map((path) => [...path, null]);
      const from = { ...part, paths };
      steps.set(part.id, from);
      unassigned = [{ amount: -part.amount, from }, ...unassigned];
      continue;
    }
    let missing = part.amount;
    const taken: MoneyStep[] = [];
    unassigned = unassigned.flatMap((lot) => {
      const amount = part.movedFrom === lot.from.movedFrom || !source ? Math.min(lot.amount, missing) : 0;
      if (amount > 0) taken.push(lot.from);
      missing -= amount;
      return lot.amount > amount ? { ...lot, amount: lot.amount - amount } : [];
    });
    const fresh = missing > 0 ? [part.isStep ? [null] : []] : [];
    const before = source?.paths ?? [...taken.flatMap(({ paths }) => paths), ...fresh];
    const step = { ...part, paths: before.map((path) => [...path, part]) };
    steps.set(part.id, step);
    // The step away from the other account leads here
    if (source) for (const { id, ...away } of taken) steps.set(id, { ...away, id, paths: step.paths });
  }
  return [...steps.values()];
}

/** "FEE-2026-000012 Grace Akello → unassigned → Ben Okot". */
export function describePaths({ paths }: Pick<MoneyStep, 'paths'>): string {
  const texts = paths.map((path) => {
    const names = path.map((holder) => (holder ? (holder.name ?? 'somebody deleted') : 'unassigned'));
    return [path[0]?.receiptNumber, names.join(' → ')].filter(Boolean).join(' ');
  });
  return [...new Set(texts)].join(', ');
}

/** Everybody who had the money before it came to where it is. */
export function listFormerHolders({ paths }: MoneyStep): number[] {
  const holders = paths.flatMap((path) => path.slice(0, -1).flatMap((one) => one?.registrationId ?? []));
  const last = paths.map((path) => path.at(-1)?.registrationId);
  return [...new Set(holders)].filter((id) => !last.includes(id));
}

/** Numbers of the receipts that the money had last. */
export function listFormerReceipts({ paths }: MoneyStep): string[] {
  const numbers = paths.flatMap(
    (path) => path.slice(0, -1).findLast((one) => one?.receiptNumber)?.receiptNumber ?? [],
  );
  return [...new Set(numbers)];
}
