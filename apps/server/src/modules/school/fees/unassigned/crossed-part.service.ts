import { countItems } from '@institute/contract/count-items';
import { sumAmounts } from '@institute/contract/fees.constants';
import { refuseUnconfirmedPassword } from '../../../../context/rights.ts';
import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { int, intOrNull, listIds, readNumber, readRows, text, textOrNull } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { removeCancelledMessages } from '../../../platform/outbox/outbox.service.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { lockAccountHolders, recordFeeActivity } from '../accounts/charge-office.service.ts';
import { listHolderIds } from '../accounts/fee-account.service.ts';
import { CrossedFeePartEntity, FeePartEntity } from '../accounts/fee-ledger.entity.ts';
import { formatShillings, insertParts } from '../accounts/fee-movement.service.ts';
import { crossedPartsSql } from '../accounts/withheld.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

const crossedPartColumns = {
  /** Id of the part. */
  id: int,
  registrationId: int,
  name: textOrNull,
  reference: textOrNull,
  receiptNumber: textOrNull,
  /** Amount that was not moved to another account. */
  amount: int,
  /** Id of the movement that has the part now. The next fields are of the line of that movement. */
  storedId: int,
  storedUnder: textOrNull,
  storedPayer: textOrNull,
  storedReason: textOrNull,
  storedAmount: int,
  storedOn: text,
  /** Id of the movement of the part's own line. Null when it is not known or was cancelled. */
  ownId: intOrNull,
  ownUnder: textOrNull,
  ownPayer: textOrNull,
  ownReason: textOrNull,
  ownAmount: intOrNull,
  ownOn: textOrNull,
};

const makeMovementColumnsSql = (
  of: 'stored' | 'own',
): string => `${of}.id as "${of}Id", ${of}.operator_id as "${of}Under",
  nullif(concat_ws(', ', ${of}.payer_name, ${of}.payer_phone), '') as "${of}Payer", ${of}.note as "${of}Reason",
  ${of}.amount as "${of}Amount", ${of}.received_on::text as "${of}On"`;

const crossedPartRowsSql = `select part.id, part.registration_id as "registrationId", ${fullNameSql('registrations.')} as name,
    reference, part.receipt_number as "receiptNumber", part."left" as amount,
    ${makeMovementColumnsSql('stored')}, ${makeMovementColumnsSql('own')}
  from ${crossedPartsSql}
  left join fee_movements as own on own.id = crossed_fee_parts.movement_id
    and not exists (select from fee_movements as counter where counter.counters = own.id)
  left join registrations on registrations.id = registration_id and deleted_at is null`;

/** Lists imported money that an earlier version stored under the transaction of another line. */
export const listCrossedParts = ({ em }: ReadingCtx) =>
  readRows(em, crossedPartColumns)(`${crossedPartRowsSql} order by stored.id, part.id`);

/** Counts crossed parts for the dashboard. */
export const countCrossedParts = ({ em }: ReadingCtx): Promise<number> =>
  readNumber(em, 'count')(`select count(*)::int as count from (${crossedPartRowsSql}) as crossed`);

/**
 * Moves each part to the transaction of its own line, all parts or none. What people owe stays the same. They get
 * the receipts of their own payments.
 */
export function moveCrossedPartsToOwnLine(ctx: Ctx): Promise<{ count: number }> {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    // The lock makes a second request wait, which then finds no crossed parts
    await tx.em.execute('lock table crossed_fee_parts in exclusive mode');
    const crossedParts = (await listCrossedParts(tx)).flatMap(({ ownId, ...part }) =>
      ownId === null ? [] : { ...part, ownId },
    );
    if (crossedParts.length === 0) return { count: 0 };
    const movementIds = crossedParts.flatMap(({ storedId, ownId }) => [storedId, ownId]);
    await readRows(tx.em, {})('select from fee_movements where id = any(?::int[]) order by id for update', [
      `{${movementIds}}`,
    ]);
    await lockAccountHolders(tx, listHolderIds(crossedParts));
    const recordedFields = { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? null };
    const moveReason = 'The line of another payment of the statement';
    await tx.em.insertMany(
      FeePartEntity,
      crossedParts.map(({ id, registrationId, storedId, amount }) => ({
        ...recordedFields,
        registrationId,
        movementId: storedId,
        movedFrom: id,
        amount: -amount,
        reason: moveReason,
      })),
    );
    await insertParts(
      tx,
      crossedParts.map(({ registrationId, ownId: movementId, amount }) => ({
        registrationId,
        movementId,
        amount,
      })),
    );
    await tx.em.nativeDelete(CrossedFeePartEntity, { partId: { $in: listIds(crossedParts) } });
    await refuseFilledMovements(tx, movementIds);
    await removeCancelledMessages(tx, {
      receiptNumber: crossedParts.flatMap(({ receiptNumber }) => receiptNumber ?? []),
    });
    const movedSummary = `${countItems(crossedParts.length, 'payment')} of ${formatShillings(sumAmounts(crossedParts))}`;
    if (crossedParts.length > 0)
      await recordFeeActivity(tx, null, `Moved ${movedSummary} to the lines of their statements`);
    return { count: crossedParts.length };
  });
}

/** Refuses when somebody has assigned money that only seemed to be left of a movement. */
async function refuseFilledMovements({ em }: ReadingCtx, movements: readonly number[]): Promise<void> {
  const [overfilledMovement] = await readRows(em, { under: textOrNull })(
    `select operator_id as under from fee_movements join fee_parts on movement_id = fee_movements.id
     where fee_movements.id = any(?::int[]) group by fee_movements.id
     having sum(fee_parts.amount) > fee_movements.amount order by fee_movements.id limit 1`,
    [`{${movements}}`],
  );
  if (!overfilledMovement) return;
  const message = `More of transaction ${overfilledMovement.under} is assigned than was paid. Unassign the rest of it first`;
  throw new AppError('CONFLICT', message);
}
