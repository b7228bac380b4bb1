import { timeZone } from '@institute/contract/time';
import type { Ctx } from '../../../../context.ts';
import { bool, int, intOrNull, type Row, readRows, textOrNull } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';

const daySql = (row: string): string => `(${row}.recorded_at at time zone '${timeZone}')::date`;

/** SQL condition of `part` and `movement`: an earlier part of this money has left an account. */
export const wasSomebodysSql = `exists (select from fee_parts as away
  where away.movement_id = part.movement_id and away.moved_from is not null and away.id < part.id)`;

/**
 * SQL condition of `part` and `movement`: the money leaves an account, or comes to an account on a later day than
 * it was recorded, or comes after it was on another account.
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
  /** Null after the person was deleted. */
  name: textOrNull,
  isStep: bool,
};
type PathPart = Row<typeof partColumns>;

/** The holders of some money, the first one first. Null stands for a time when the money was unassigned. */
type MoneyPath = readonly (PathPart | null)[];

export interface MoneyStep extends PathPart {
  /** Has several paths when the money comes from several people. */
  paths: readonly MoneyPath[];
  /** Registration that has the money now. Null for unassigned money. */
  holder: number | null;
  /** Ids of the other registrations that have had the money. */
  former: readonly number[];
  /** Numbers of the receipts that the money had before, as one text. */
  formerReceipts: string;
}

/** Reads these parts together with the paths of their money. */
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
  const wantedIds = new Set(partIds);
  return [...Map.groupBy(parts, ({ movementId }) => movementId).values()]
    .flatMap(followMoney)
    .filter(({ id }) => wantedIds.has(id));
}

function makeStep(part: PathPart, paths: readonly MoneyPath[]): MoneyStep {
  const holder = paths[0]?.at(-1)?.registrationId ?? null;
  const earlierPaths = paths.map((path) => path.slice(0, -1));
  const holders = earlierPaths.flat().flatMap((one) => one?.registrationId ?? []);
  const receipts = earlierPaths.flatMap(
    (path) => path.findLast((one) => one?.receiptNumber)?.receiptNumber ?? [],
  );
  return {
    ...part,
    paths,
    holder,
    former: [...new Set(holders)].filter((id) => id !== holder),
    formerReceipts: [...new Set(receipts)].join(', '),
  };
}

/** Follows the money of one movement. The money that became unassigned last is assigned first. */
function followMoney(parts: readonly PathPart[]): MoneyStep[] {
  const steps = new Map<number, MoneyStep>();
  let unassignedLots: { amount: number; from: MoneyStep }[] = [];
  for (const part of parts) {
    const source = part.movedFrom === null ? undefined : steps.get(part.movedFrom);
    if (part.amount < 0) {
      const outgoingStep = makeStep(
        part,
        (source?.paths ?? [[]]).map((path) => [...path, null]),
      );
      steps.set(part.id, outgoingStep);
      unassignedLots = [{ amount: -part.amount, from: outgoingStep }, ...unassignedLots];
      continue;
    }
    let missingAmount = part.amount;
    const sourceSteps: MoneyStep[] = [];
    unassignedLots = unassignedLots.flatMap((lot) => {
      const amount =
        part.movedFrom === lot.from.movedFrom || !source ? Math.min(lot.amount, missingAmount) : 0;
      if (amount > 0) sourceSteps.push(lot.from);
      missingAmount -= amount;
      return lot.amount > amount ? { ...lot, amount: lot.amount - amount } : [];
    });
    const newPaths = missingAmount > 0 ? [part.isStep ? [null] : []] : [];
    const sourcePaths = source?.paths ?? [...sourceSteps.flatMap(({ paths }) => paths), ...newPaths];
    const paths = sourcePaths.map((path) => [...path, part]);
    steps.set(part.id, makeStep(part, paths));
    // The step out of the other account leads to this part, so it gets the same paths
    if (source)
      for (const outgoingStep of sourceSteps) steps.set(outgoingStep.id, makeStep(outgoingStep, paths));
  }
  return [...steps.values()];
}

/** Describes the paths: "FEE-2026-000012 Grace Akello → unassigned → Ben Okot". */
export function describePaths({ paths }: Pick<MoneyStep, 'paths'>): string {
  const texts = paths.map((path) => {
    const names = path.map((holder) => (holder ? (holder.name ?? 'somebody deleted') : 'unassigned'));
    return [path[0]?.receiptNumber, names.join(' → ')].filter(Boolean).join(' ');
  });
  return [...new Set(texts)].join(', ');
}
