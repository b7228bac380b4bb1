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

export interface MoneyStep extends Part {
  /** Several where the money comes from several people. */
  paths: readonly MoneyPath[];
  /** Who has it now. Null: nobody. */
  holder: number | null;
  /** Everybody else who has had it. */
  former: readonly number[];
  /** Numbers of the receipts that it had before, as one text. */
  formerReceipts: string;
}

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

function makeStep(part: Part, paths: readonly MoneyPath[]): MoneyStep {
  const holder = paths[0]?.at(-1)?.registrationId ?? null;
  const before = paths.map((path) => path.slice(0, -1));
  const holders = before.flat().flatMap((one) => one?.registrationId ?? []);
  const receipts = before.flatMap((path) => path.findLast((one) => one?.receiptNumber)?.receiptNumber ?? []);
  return {
    ...part,
    paths,
    holder,
    former: [...new Set(holders)].filter((id) => id !== holder),
    formerReceipts: [...new Set(receipts)].join(', '),
  };
}

/** Money that was unassigned last is assigned first. */
function followMoney(parts: readonly Part[]): MoneyStep[] {
  const steps = new Map<number, MoneyStep>();
  let unassigned: { amount: number; from: MoneyStep }[] = [];
  for (const part of parts) {
    const source = part.movedFrom === null ? undefined : steps.get(part.movedFrom);
    if (part.amount < 0) {
      const from = makeStep(
        part,
        (source?.paths ?? [[]]).map((path) => [...path, null]),
      );
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
    const paths = before.map((path) => [...path, part]);
    steps.set(part.id, makeStep(part, paths));
    // The step away from the other account leads here
    if (source) for (const away of taken) steps.set(away.id, makeStep(away, paths));
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
