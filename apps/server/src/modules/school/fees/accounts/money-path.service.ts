import { timeZone } from '@institute/contract/time';
import type { Ctx } from '../../../../context.ts';
import { bool, int, intOrNull, type Row, readRows, textOrNull } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';

const daySql = (row: string): string => `(${row}.recorded_at at time zone '${timeZone}')::date`;

/** SQL condition of `part` and `movement`: an earlier part of this money has left an account. */
export const hasLeftAccountSql = `exists (select from fee_parts as away
  where away.movement_id = part.movement_id and away.moved_from is not null and away.id < part.id)`;

/**
 * SQL condition of `part` and `movement`: the money leaves an account, or comes to an account on a later day than
 * it was recorded, or comes after it was on another account.
 */
export const isStepSql = `(part.moved_from is not null and part.amount < 0 or part.moved_from is null
  and movement.kind = 'payment' and (${daySql('part')} > ${daySql('movement')} or ${hasLeftAccountSql}))`;

const pathPartColumns = {
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
type PathPart = Row<typeof pathPartColumns>;

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
  const pathParts = await readRows(em, pathPartColumns)(
    `select part.id, part.movement_id as "movementId", registration_id as "registrationId", part.amount,
       part.moved_from as "movedFrom", part.receipt_number as "receiptNumber", part.receipt_code as "receiptCode",
       ${fullNameSql('registrations.')} as name, ${isStepSql} as "isStep"
     from fee_parts as part join fee_movements as movement on movement.id = part.movement_id
     left join registrations on registrations.id = registration_id and deleted_at is null
     where part.movement_id in (select movement_id from fee_parts where id = any(?::int[])) order by part.id`,
    [`{${partIds}}`],
  );
  const wantedIds = new Set(partIds);
  return [...Map.groupBy(pathParts, ({ movementId }) => movementId).values()]
    .flatMap(followMovementMoney)
    .filter(({ id }) => wantedIds.has(id));
}

function makeStep(part: PathPart, paths: readonly MoneyPath[]): MoneyStep {
  const currentHolderId = paths[0]?.at(-1)?.registrationId ?? null;
  const earlierPaths = paths.map((path) => path.slice(0, -1));
  const earlierHolderIds = earlierPaths.flat().flatMap((one) => one?.registrationId ?? []);
  const earlierReceiptNumbers = earlierPaths.flatMap(
    (path) => path.findLast((one) => one?.receiptNumber)?.receiptNumber ?? [],
  );
  return {
    ...part,
    paths,
    holder: currentHolderId,
    former: [...new Set(earlierHolderIds)].filter((id) => id !== currentHolderId),
    formerReceipts: [...new Set(earlierReceiptNumbers)].join(', '),
  };
}

/** Follows the money of one movement. The money that became unassigned last is assigned first. */
function followMovementMoney(parts: readonly PathPart[]): MoneyStep[] {
  const stepsByPartId = new Map<number, MoneyStep>();
  let unassignedLots: { amount: number; from: MoneyStep }[] = [];
  for (const part of parts) {
    const sourceStep = part.movedFrom === null ? undefined : stepsByPartId.get(part.movedFrom);
    if (part.amount < 0) {
      const outgoingStep = makeStep(
        part,
        (sourceStep?.paths ?? [[]]).map((path) => [...path, null]),
      );
      stepsByPartId.set(part.id, outgoingStep);
      unassignedLots = [{ amount: -part.amount, from: outgoingStep }, ...unassignedLots];
      continue;
    }
    let amountWithoutSource = part.amount;
    const sourceSteps: MoneyStep[] = [];
    unassignedLots = unassignedLots.flatMap((lot) => {
      const takenAmount =
        part.movedFrom === lot.from.movedFrom || !sourceStep ? Math.min(lot.amount, amountWithoutSource) : 0;
      if (takenAmount > 0) sourceSteps.push(lot.from);
      amountWithoutSource -= takenAmount;
      return lot.amount > takenAmount ? { ...lot, amount: lot.amount - takenAmount } : [];
    });
    const pathsWithoutSource = amountWithoutSource > 0 ? [part.isStep ? [null] : []] : [];
    const sourcePaths = sourceStep?.paths ?? [
      ...sourceSteps.flatMap(({ paths }) => paths),
      ...pathsWithoutSource,
    ];
    const pathsToPart = sourcePaths.map((path) => [...path, part]);
    stepsByPartId.set(part.id, makeStep(part, pathsToPart));
    // The step out of the other account leads to this part, so it gets the same paths
    if (sourceStep)
      for (const outgoingStep of sourceSteps)
        stepsByPartId.set(outgoingStep.id, makeStep(outgoingStep, pathsToPart));
  }
  return [...stepsByPartId.values()];
}

/** Describes the paths: "FEE-2026-000012 Grace Akello → unassigned → Ben Okot". */
export function describePaths({ paths }: Pick<MoneyStep, 'paths'>): string {
  const pathTexts = paths.map((path) => {
    const accountHolderNames = path.map((holder) =>
      holder ? (holder.name ?? 'somebody deleted') : 'unassigned',
    );
    return [path[0]?.receiptNumber, accountHolderNames.join(' → ')].filter(Boolean).join(' ');
  });
  return [...new Set(pathTexts)].join(', ');
}
