import { kampalaInstant } from '@institute/contract/time';
import { raw } from '@mikro-orm/postgresql';
import type { Ctx } from '../../../../context.ts';
import { shownFields } from '../../../../database/shown-fields.ts';
import { bool, int, intOrNull, readRows, text, textOrNull } from '../../../../sql.ts';
import type { FindProof } from '../../../platform/numbered-documents/proof-code.service.ts';
import { listFullNames } from '../../../platform/numbered-documents/receipt-file.service.ts';
import { ChargeEntity } from '../../charges/charge.entity.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { FeeLineEntity, type FeeLineRow } from './fee-line.entity.ts';

type Reader = Pick<Ctx, 'em'>;

/** As answers have it: instants are texts. */
const toFeeLine = (row: FeeLineRow) =>
  shownFields(
    row,
    ...([
      'id',
      'movementId',
      'registrationId',
      'kind',
      'method',
      'operatorId',
      'amount',
      'left',
      'state',
    ] as const),
    ...(['receivedOn', 'payerName', 'payerPhone', 'note', 'isTest', 'isMoved', 'receiptNumber'] as const),
    ...(['receiptCode', 'refundNumber', 'cancellationNumber', 'cancelledAt', 'reason'] as const),
    ...(['recordedBy', 'createdAt'] as const),
  );
export type FeeLine = ReturnType<typeof toFeeLine>;

export const instantSql = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Oldest charges first, newest payments first. With `payerPhone` also what was paid from it, for whomever. */
export async function listLines(
  { em }: Reader,
  registrations: readonly number[],
  payerPhone: string | null = null,
) {
  const charges = await em.find(
    ChargeEntity,
    { registrationId: { $in: [...registrations] } },
    { orderBy: { dueOn: 'asc', id: 'asc' }, disableIdentityMap: true },
  );
  const isOf = { registrationId: { $in: [...registrations] } };
  const payments = await em.find(
    FeeLineEntity,
    payerPhone ? { $or: [isOf, { [raw('dialled(payer_phone)')]: payerPhone }] } : isOf,
    { orderBy: { receivedOn: 'desc', id: 'desc' }, disableIdentityMap: true },
  );
  return {
    charges: charges.map((row) => ({
      ...shownFields(row, 'id', 'registrationId', 'kind', 'label', 'amount', 'dueOn'),
      ...shownFields(row, 'reason', 'reverses', 'recordedBy', 'createdAt'),
    })),
    payments: payments.map(toFeeLine),
  };
}

/** `isTest`: the id is that of an online payment. */
export async function findLine(
  { em }: Reader,
  { id, isTest = false }: { id: number; isTest?: boolean | undefined },
): Promise<FeeLine | undefined> {
  const source = isTest ? 'attempt' : 'part';
  const row = await em.findOne(FeeLineEntity, { source, id }, { disableIdentityMap: true });
  return row ? toFeeLine(row) : undefined;
}

/** Lists the lines of all people of a movement. */
export async function listMovementLines({ em }: Reader, movementId: number): Promise<FeeLine[]> {
  const of = { source: 'part', movementId } as const;
  const rows = await em.find(FeeLineEntity, of, { orderBy: { id: 'asc' }, disableIdentityMap: true });
  return rows.map(toFeeLine);
}

export async function findStudent({ em }: Reader, id: number | null | undefined) {
  const [student] = id
    ? await readRows(em, { name: text, reference: text })(
        `select ${fullNameSql()} as name, reference from registrations where id = ? and deleted_at is null`,
        [id],
      )
    : [];
  return student;
}

const proofColumns = {
  number: text,
  amount: int,
  receivedOn: text,
  isTest: bool,
  isCancelled: bool,
  payerName: textOrNull,
  registrationId: intOrNull,
};

/**
 * Null when no fee was paid with this receipt. The code is bare. A receipt whose money became unassigned is no
 * longer valid.
 */
export const findFeeProof: FindProof = async ({ em }, code) => {
  const [proof] = await readRows(em, proofColumns)(
    `select receipt_number as number, amount, received_on::text as "receivedOn", is_test as "isTest",
       payer_name as "payerName", registration_id as "registrationId",
       not is_test and (state = 'cancelled' or "left" <= 0) as "isCancelled"
     from fee_lines where receipt_code = ? and (source = 'part' or is_test)
     union all select number, amount, received_on::text, false, payer_name, null,
       exists (select from fee_movements as counter where counter.counters = movement.id)
     from fee_movements as movement where code = ?`,
    [code, code],
  );
  if (!proof) return null;
  const { receivedOn, payerName, registrationId, ...shown } = proof;
  const student = await findStudent({ em }, registrationId);
  const fullNames = await listFullNames([student?.name, payerName]);
  return { ...shown, currency: 'UGX', paidAt: kampalaInstant(`${receivedOn}T12:00`), fullNames };
};
