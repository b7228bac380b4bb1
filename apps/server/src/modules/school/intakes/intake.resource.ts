import { type IntakeInput, intakeResource, listIntakeFaults } from '@institute/contract';
import { countItems } from '@institute/contract/count-items';
import { formatDate } from '@institute/contract/time';
import { raw } from '@mikro-orm/core';
import type { TxCtx } from '../../../context.ts';
import { invalidInputError } from '../../../errors.ts';
import { declareContentResource } from '../../platform/content/content.resource.ts';
import { declareComputedFields } from '../../platform/content/content.view.ts';
import { isPublishedSql } from '../../platform/content/publishing.ts';
import { searchPattern, whereMatching } from '../../platform/content/search.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { type ChangePrice, PROGRAMS_TABLE, ProgramEntity } from '../programs/program.entity.ts';
import {
  INTAKES_TABLE,
  IntakeEntity,
  type IntakeRow,
  intakeNameSql,
  intakeTextSql,
  takenSeatsSql,
} from './intake.entity.ts';
import { countSeatsLeft, countTakenSeats, hasIntakeRegistrations } from './intake-seats.service.ts';

type IntakeChange = Partial<IntakeInput> & { moveDues?: boolean | undefined };

/** Moves due days with the start of an intake. */
type MoveDueDaysOfIntake = (tx: TxCtx, intake: number, start: { from: string; to: string }) => Promise<void>;

export const declareIntakes = (moveDues: MoveDueDaysOfIntake, changePrice: ChangePrice) =>
  declareContentResource({
    contract: intakeResource,
    entity: IntakeEntity,
    title: {
      sql: `(select ${intakeNameSql} from ${PROGRAMS_TABLE} where ${PROGRAMS_TABLE}.id = ${INTAKES_TABLE}.program_id)`,
      of: async ({ programId, startsOn }, tx) => describeIntake(programId, startsOn, tx),
    },
    images: [],
    listedOn: ['/', '/programs', '/registration'],
    versions: true,
    visibleIf: (intakes, now) =>
      `exists (select from ${PROGRAMS_TABLE} where ${PROGRAMS_TABLE}.id = ${intakes}.program_id and ${PROGRAMS_TABLE}.deleted_at is null
         and is_active and ${isPublishedSql(now)})`,
    matching: (q) => ({
      $or: [
        whereMatching(q),
        { [raw((intakes) => `${intakeTextSql(intakes)} like ${searchPattern}`, [q])]: [] },
        {
          [raw(
            (intakes) =>
              `exists (select from ${PROGRAMS_TABLE} where ${PROGRAMS_TABLE}.id = ${intakes}.program_id and ${PROGRAMS_TABLE}.search like ${searchPattern})`,
            [q],
          )]: [],
        },
      ],
    }),
    computed: (row) => ({ seatsLeft: countSeatsLeft(row) }),
    /** The tag includes the taken seats, because their number changes without a change of the row. */
    tagged: ({ taken }) => taken ?? 0,
    summary: {
      computed: declareComputedFields(IntakeEntity, ['seats', 'taken'], (row) => ({
        seatsLeft: countSeatsLeft(row),
      })),
      conditions: ({ programId }: { programId?: number }) => (programId ? { programId } : {}),
    },
    exported: ['program', 'seatsLeft'],
    order: 'startsOn',
    orders: { seatsLeft: (row) => `${row}.seats - (${takenSeatsSql(row)})` },
    prepare: async ({ moveDues: isMoving, ...input }: IntakeChange, row, tx) => {
      const intakeFaults = [
        ...listIntakeFaults({ ...row, ...input }),
        ...(await listFaultsWithStoredData(tx, input, row)),
      ];
      if (intakeFaults.length > 0) throw invalidInputError(intakeFaults);
      // SMS and emails name the place
      if (input.place !== row?.place) await refuseForeignWords(tx, [input.place]);
      const { programId = row?.programId ?? 0, startsOn: start = row?.startsOn ?? '' } = input;
      const formerTerms = row && { instalments: row.instalments };
      const newTerms = { instalments: input.instalments };
      await changePrice(tx, () => describeIntake(programId, start, tx), formerTerms, newTerms);
      const { startsOn } = input;
      if (isMoving && row && startsOn) await moveDues(tx, row.id, { from: row.startsOn, to: startsOn });
      return input;
    },
  });

async function describeIntake(
  programId: number,
  startsOn: string,
  { em }: Pick<TxCtx, 'em'>,
): Promise<string> {
  const { name } = await em.findOneOrFail(ProgramEntity, programId, { fields: ['name'] });
  return `${name}, ${formatDate(startsOn)}`;
}

async function listFaultsWithStoredData(
  tx: TxCtx,
  { programId, seats }: Partial<IntakeInput>,
  row: IntakeRow | null,
) {
  const faults = [];
  if (programId !== undefined && programId !== row?.programId) {
    if (!(await tx.em.count(ProgramEntity, { id: programId, deletedAt: null }))) {
      faults.push({ path: 'programId', message: 'There is no such program' });
    } else if (row && (await hasIntakeRegistrations(tx, row.id))) {
      faults.push({ path: 'programId', message: 'This intake has registrations, so its program stays' });
    }
  }
  // The office may have accepted more people than the intake has seats
  if (row && seats != null && seats !== row.seats) {
    const takenSeats = await countTakenSeats(tx, row.id);
    if (seats < takenSeats) {
      faults.push({
        path: 'seats',
        message: `${countItems(seats, 'seat is', 'seats are')} fewer than the ${countItems(takenSeats, 'accepted registration')}`,
      });
    }
  }
  return faults;
}
