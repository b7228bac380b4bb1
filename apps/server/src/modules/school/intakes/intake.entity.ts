import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { contentItem, instalmentsColumn, searchColumn } from '../../platform/content/content.entity.ts';
import { PROGRAMS_TABLE, ProgramEntity } from '../programs/program.entity.ts';

/** SQL that counts the seats taken. `intakes` is the table's name in the outer statement. */
export const takenSeatsSql = (intakes: string) =>
  `select count(*)::int from registrations
   where registrations.intake_id = ${intakes}.id and status in ('accepted', 'completed')
     and registrations.deleted_at is null`;

export const IntakeEntity = defineEntity({
  name: 'Intake',
  tableName: 'intakes',
  indexes: [
    {
      name: 'intakes_next_index',
      expression:
        'create index intakes_next_index on intakes (program_id, starts_on, id) where deleted_at is null',
    },
  ],
  properties: {
    ...contentItem,
    programId: () => p.manyToOne(ProgramEntity).mapToPk().fieldName('program_id').deleteRule('cascade'),
    startsOn: p.date(),
    appliesUntil: p.date().nullable(),
    seats: p.integer().nullable(),
    place: p.string().length(200).nullable(),
    note: p.string().length(500).nullable(),
    isOpen: p.boolean().default(true),
    instalments: instalmentsColumn(),
    remindsOfFees: p.boolean().default(true),
    taken: p
      .integer()
      .formula((intakes) => `(${takenSeatsSql(String(intakes))})`)
      .persist(false)
      .nullable(),
    program: p
      .string()
      .formula(
        (intakes) =>
          `(select name from ${PROGRAMS_TABLE} where ${PROGRAMS_TABLE}.id = ${intakes}.program_id)`,
      )
      .persist(false)
      .nullable()
      .lazy(),
    search: searchColumn('place', 'note'),
  },
});
export type IntakeRow = InferEntity<typeof IntakeEntity>;

export const INTAKES_TABLE: string = IntakeEntity.meta.tableName;

/** SQL of an intake's name, such as "Catering, 1 Feb 2027", in a statement that reads the intake and its program. */
export const intakeNameSql = `${PROGRAMS_TABLE}.name || ', ' || to_char(${INTAKES_TABLE}.starts_on, 'FMDD Mon YYYY')`;

/** SQL of the search text: the start as shown, the start as an ISO date, and the place. */
export const intakeTextSql = (intakes: string) =>
  `fold(to_char(${intakes}.starts_on, 'FMDD Mon YYYY') || ' ' || ${intakes}.starts_on::text || ' ' || coalesce(${intakes}.place, ''))`;
