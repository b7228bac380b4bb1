import { place } from '@institute/contract/place';
import { fromLocalTime } from '@institute/contract/time';
import { raw } from '@mikro-orm/postgresql';
import type { Ctx } from '../../../../context.ts';
import { pickFields } from '../../../../database/shown-fields.ts';
import { bool, int, intOrNull, readRows, text, textOrNull } from '../../../../sql.ts';
import type { FindProof } from '../../../platform/numbered-documents/proof-code.service.ts';
import { listUnprintableNames } from '../../../platform/numbered-documents/receipt-file.service.ts';
import { ChargeEntity } from '../../charges/charge.entity.ts';
import { INTAKES_TABLE } from '../../intakes/intake.entity.ts';
import { PROGRAMS_TABLE } from '../../programs/program.entity.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { FeeLineEntity, type FeeLineRow } from './fee-line.entity.ts';
import { readMoneySteps } from './money-path.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

/** Converts a row to the line of answers. */
const toFeeLine = (row: FeeLineRow) =>
  pickFields(
    row,
    'id',
    'movementId',
    'registrationId',
    'kind',
    'method',
    'operatorId',
    'amount',
    'left',
    'state',
    'receivedOn',
    'payerName',
    'payerPhone',
    'note',
    'isTest',
    'isMoved',
    'receiptNumber',
    'receiptCode',
    'refundNumber',
    'cancellationNumber',
    'cancelledAt',
    'reason',
    'recordedBy',
    'createdAt',
  );
export type FeeLine = ReturnType<typeof toFeeLine>;

export const instantSql = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Lists charges, oldest first, and payments, newest first. With `payerPhone` also all payments from this phone. */
export async function listChargesAndPayments(
  { em }: ReadingCtx,
  registrations: readonly number[],
  payerPhone: string | null = null,
) {
  const chargeRows = await em.find(
    ChargeEntity,
    { registrationId: { $in: [...registrations] } },
    { orderBy: { dueOn: 'asc', id: 'asc' }, disableIdentityMap: true },
  );
  const holderCondition = { registrationId: { $in: [...registrations] } };
  const paymentRows = await em.find(
    FeeLineEntity,
    payerPhone ? { $or: [holderCondition, { [raw('dialled(payer_phone)')]: payerPhone }] } : holderCondition,
    { orderBy: { receivedOn: 'desc', id: 'desc' }, disableIdentityMap: true },
  );
  return {
    charges: chargeRows.map((row) => ({
      ...pickFields(row, 'id', 'registrationId', 'kind', 'label', 'amount', 'dueOn'),
      ...pickFields(row, 'reason', 'reverses', 'recordedBy', 'createdAt'),
    })),
    payments: paymentRows.map(toFeeLine),
  };
}

/** `isTest`: the id is that of an online payment, because a test has no part. */
export async function findFeeLine(
  { em }: ReadingCtx,
  { id, isTest = false }: { id: number; isTest?: boolean | undefined },
): Promise<FeeLine | undefined> {
  const lineSource = isTest ? 'attempt' : 'part';
  const row = await em.findOne(FeeLineEntity, { source: lineSource, id }, { disableIdentityMap: true });
  return row ? toFeeLine(row) : undefined;
}

/** Lists the lines of all people who have a part of a movement. */
export async function listMovementLines({ em }: ReadingCtx, movementId: number): Promise<FeeLine[]> {
  const lineFilter = { source: 'part', movementId } as const;
  const rows = await em.find(FeeLineEntity, lineFilter, { orderBy: { id: 'asc' }, disableIdentityMap: true });
  return rows.map(toFeeLine);
}

const studentColumns = {
  name: text,
  firstName: text,
  lastName: text,
  reference: text,
  program: textOrNull,
  /** First day of the intake. */
  startsOn: textOrNull,
};

export async function findStudent({ em }: ReadingCtx, id: number | null | undefined) {
  const [student] = id
    ? await readRows(em, studentColumns)(
        `select ${fullNameSql('registrations.')} as name, first_name as "firstName", last_name as "lastName", reference,
           ${PROGRAMS_TABLE}.name as program, starts_on::text as "startsOn"
         from registrations left join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = program_id
         left join ${INTAKES_TABLE} on ${INTAKES_TABLE}.id = intake_id
         where registrations.id = ? and registrations.deleted_at is null`,
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
  left: int,
  isMoved: bool,
  partId: intOrNull,
};

/**
 * Null when no fee was paid with this receipt. `code` has no separators. A receipt whose money became unassigned
 * is no longer valid.
 */
export const findFeeProof: FindProof = async ({ em }, code) => {
  const [proof] = await readRows(em, proofColumns)(
    `select receipt_number as number, amount, received_on::text as "receivedOn", is_test as "isTest",
       payer_name as "payerName", registration_id as "registrationId",
       case when is_test then amount else "left" end as "left",
       not is_test and (state = 'cancelled' or ("left" <= 0 and "movedTo" is null)) as "isCancelled",
       not is_test and state <> 'cancelled' and "left" <= 0 and "movedTo" is not null as "isMoved",
       case when source = 'part' then id end as "partId"
     from fee_lines as line, lateral (
       select max(id) as "movedTo" from fee_parts where moved_from = line.id and amount > 0) as moved
     where receipt_code = ? and (source = 'part' or is_test)
     union all select number, amount, received_on::text, false, payer_name, null, amount,
       exists (select from fee_movements as counter where counter.counters = movement.id), false, null
     from fee_movements as movement where code = ?`,
    [code, code],
  );
  if (!proof) return null;
  const { receivedOn, payerName, registrationId, partId, ...shown } = proof;
  const [step] = partId === null ? [] : await readMoneySteps({ em }, [partId]);
  const student = await findStudent({ em }, registrationId);
  return {
    ...shown,
    currency: place.currency,
    paidAt: fromLocalTime(`${receivedOn}T12:00`),
    fullNames: await listUnprintableNames([student?.name, payerName]),
    holder: student && shortenLastName(student),
    program: student?.program ?? undefined,
    movedFrom: step?.formerReceipts || undefined,
  };
};

/** Shortens a name: "Ann A." shows that a receipt is somebody else's, and does not identify the person. */
const shortenLastName = ({ firstName, lastName }: { firstName: string; lastName: string }): string => {
  const [first = ''] = firstName.split(' ');
  const [initial] = lastName;
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
};
