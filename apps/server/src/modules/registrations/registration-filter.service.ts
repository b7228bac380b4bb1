import type { DeskQuery } from '@institute/contract';
import { timeZone } from '@institute/contract/time';
import { raw } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import { isShort, soughtPattern, spellings } from '../content/search.ts';
import { INTAKES, intakeText } from '../intakes/intake.entity.ts';
import { PROGRAMS } from '../programs/program.entity.ts';

export type RegistrationFilter = Pick<DeskQuery, 'q' | 'status' | 'intakeId' | 'from' | 'to'> & {
  /** Null finds registrations whose program was deleted for ever. */
  programId?: number | null | undefined;
  updatedSince?: string | undefined;
  ids?: readonly number[] | undefined;
};

/** A condition in SQL with its values. */
export type Condition = readonly [sql: string, values: readonly unknown[]];

/** Makes a date in SQL the instant at which it begins in Kampala. */
const begins = `::timestamp at time zone '${timeZone}'`;

/** Condition for registrations that are not trashed and pass the filter. The search text has conditions of its own. */
export function narrowed(filter: Omit<RegistrationFilter, 'q'>, table = 'registrations'): Condition {
  const { status, programId, intakeId, from, to, updatedSince, ids } = filter;
  const tests: [sql: string, value: unknown][] = [
    [`${table}.status = ?`, status],
    [`${table}.program_id = ?`, programId ?? undefined],
    [`${table}.intake_id = ?`, intakeId],
    [`${table}.created_at >= ?::date${begins}`, from],
    [`${table}.created_at < (?::date + 1)${begins}`, to],
    [`${table}.updated_at >= ?::timestamptz`, updatedSince],
    [`${table}.id = any(?::int[])`, ids && `{${ids}}`],
  ];
  const asked = tests.filter(([, value]) => value !== undefined);
  return [
    [
      `${table}.deleted_at is null`,
      ...(programId === null ? [`${table}.program_id is null`] : []),
      ...asked.map(([sql]) => sql),
    ].join(' and '),
    asked.map(([, value]) => value),
  ];
}

const reference = /^reg-\d{4}-\d{6,10}$/i;

/** A complete reference. It needs no search, because references have an index. */
export const isReference = (q: string): boolean => reference.test(q);

/**
 * Finds `q` in the columns that are not encrypted, in the names of programs, and in the places and starts of intakes.
 * Ignores case, accents and the notation of phones.
 */
export async function matchingPlainly(
  { em }: Pick<Ctx, 'em'>,
  q: string,
): Promise<(table?: string) => Condition> {
  if (isReference(q)) return (table = 'registrations') => [`${table}.reference = ?`, [q.toUpperCase()]];
  const texts = spellings(q);
  const [programs, intakes] = isShort(q)
    ? [[], []]
    : await Promise.all([programsNamed({ em }, q), intakesNamed({ em }, q)]);
  return (table = 'registrations') => {
    const tests: [sql: string, value: string][] = texts.map((text) => [
      `${table}.search like ${soughtPattern}`,
      text,
    ]);
    if (programs.length > 0) tests.push([`${table}.program_id = any(?::int[])`, `{${programs}}`]);
    if (intakes.length > 0) tests.push([`${table}.intake_id = any(?::int[])`, `{${intakes}}`]);
    return [`(${tests.map(([sql]) => sql).join(' or ')})`, tests.map(([, value]) => value)];
  };
}

/** Also trashed programs, because their registrations still show them. */
const programsNamed = ({ em }: Pick<Ctx, 'em'>, q: string): Promise<number[]> =>
  idsOf(em, `select id from ${PROGRAMS} where fold(name) like ${soughtPattern} order by id`, q);

/** Finds intakes by their place, and by their start as it is shown or as an ISO date. */
const intakesNamed = ({ em }: Pick<Ctx, 'em'>, q: string): Promise<number[]> =>
  idsOf(
    em.fork(),
    `select id from ${INTAKES} where ${intakeText(INTAKES)} like ${soughtPattern} order by id`,
    q,
  );

async function idsOf(em: Ctx['em'], sql: string, q: string): Promise<number[]> {
  const found = await em.execute<{ id: number }[]>(sql, [q]);
  return found.map(({ id }) => id);
}

/** A condition in SQL as MikroORM takes it. MikroORM gives `condition` the alias of the table. */
export function where(condition: (table: string) => Condition) {
  const [, values] = condition('');
  return { [raw((table) => condition(table)[0], [...values])]: [] };
}
