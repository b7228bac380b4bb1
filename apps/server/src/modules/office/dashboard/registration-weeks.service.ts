import { timeZone, toLocalDay } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { int, readRows, text, textOrNull } from '../../../sql.ts';
import { PROGRAMS_TABLE } from '../../school/programs/program.entity.ts';

const WEEK_COUNT = 12;
/** This many programs have a series of their own. All further programs share one series. */
const MAX_SERIES = 5;

type Series = { name: string; counts: number[] };

export async function countRegistrationWeeks({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const weeks = Array.from({ length: WEEK_COUNT }, (_, at) => findMonday(now(), at + 1 - WEEK_COUNT));
  const rows = await readRows(em, { program: textOrNull, week: text, count: int })(
    `select ${PROGRAMS_TABLE}.name as program, count(*)::int as count,
       date_trunc('week', registrations.created_at at time zone '${timeZone}')::date::text as week
     from registrations left join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = registrations.program_id
     where registrations.deleted_at is null and registrations.created_at >= ?
     group by registrations.program_id, ${PROGRAMS_TABLE}.name, week`,
    [`${weeks[0]}T00:00:00+03:00`],
  );

  const programs = new Map<string, number[]>();
  for (const { program, week, count } of rows) {
    const weekIndex = weeks.indexOf(week);
    if (weekIndex === -1) continue;
    const name = program ?? 'Deleted program';
    const counts = programs.get(name) ?? weeks.map(() => 0);
    counts[weekIndex] = (counts[weekIndex] ?? 0) + count;
    programs.set(name, counts);
  }
  const series = [...programs].map(([name, counts]) => ({ name, counts }));
  series.sort((a, b) => sumNumbers(b.counts) - sumNumbers(a.counts) || a.name.localeCompare(b.name));
  return { weeks, programs: mergeOtherSeries(series) };
}

function mergeOtherSeries(series: Series[]): Series[] {
  if (series.length <= MAX_SERIES + 1) return series;
  const otherSeries = series.slice(MAX_SERIES);
  const counts =
    otherSeries[0]?.counts.map((_, at) => sumNumbers(otherSeries.map((one) => one.counts[at] ?? 0))) ?? [];
  return [...series.slice(0, MAX_SERIES), { name: 'Other programs', counts }];
}

const sumNumbers = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the Monday of the week that is `later` weeks after that of the instant. */
export function findMonday(instant: Date, later: number): string {
  const day = new Date(`${toLocalDay(instant)}T00:00:00Z`);
  const daysSinceMonday = (day.getUTCDay() + 6) % 7;
  day.setUTCDate(day.getUTCDate() - daysSinceMonday + 7 * later);
  return day.toISOString().slice(0, 10);
}
