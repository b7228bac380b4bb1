import { timeZone, toLocalDay } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { int, readRows, text, textOrNull } from '../../../sql.ts';
import { PROGRAMS_TABLE } from '../../school/programs/program.entity.ts';

const WEEK_COUNT = 12;
/** This many programs have a series of their own. All further programs share one series. */
const MAX_PROGRAM_SERIES = 5;

type ProgramWeekCounts = { name: string; counts: number[] };

export async function countRegistrationWeeks({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const weekStarts = Array.from({ length: WEEK_COUNT }, (_, at) => findMonday(now(), at + 1 - WEEK_COUNT));
  const weeklyCountRows = await readRows(em, { program: textOrNull, week: text, count: int })(
    `select ${PROGRAMS_TABLE}.name as program, count(*)::int as count,
       date_trunc('week', registrations.created_at at time zone '${timeZone}')::date::text as week
     from registrations left join ${PROGRAMS_TABLE} on ${PROGRAMS_TABLE}.id = registrations.program_id
     where registrations.deleted_at is null and registrations.created_at >= ?
     group by registrations.program_id, ${PROGRAMS_TABLE}.name, week`,
    [`${weekStarts[0]}T00:00:00+03:00`],
  );

  const countsByProgram = new Map<string, number[]>();
  for (const { program, week, count } of weeklyCountRows) {
    const weekIndex = weekStarts.indexOf(week);
    if (weekIndex === -1) continue;
    const programName = program ?? 'Deleted program';
    const weekCounts = countsByProgram.get(programName) ?? weekStarts.map(() => 0);
    weekCounts[weekIndex] = (weekCounts[weekIndex] ?? 0) + count;
    countsByProgram.set(programName, weekCounts);
  }
  const programSeries = [...countsByProgram].map(([name, counts]) => ({ name, counts }));
  programSeries.sort((a, b) => sumNumbers(b.counts) - sumNumbers(a.counts) || a.name.localeCompare(b.name));
  return { weeks: weekStarts, programs: mergeOtherSeries(programSeries) };
}

function mergeOtherSeries(series: ProgramWeekCounts[]): ProgramWeekCounts[] {
  if (series.length <= MAX_PROGRAM_SERIES + 1) return series;
  const smallerSeries = series.slice(MAX_PROGRAM_SERIES);
  const counts =
    smallerSeries[0]?.counts.map((_, at) => sumNumbers(smallerSeries.map((one) => one.counts[at] ?? 0))) ??
    [];
  return [...series.slice(0, MAX_PROGRAM_SERIES), { name: 'Other programs', counts }];
}

const sumNumbers = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the Monday of the week that is `later` weeks after that of the instant. */
export function findMonday(instant: Date, later: number): string {
  const localDay = new Date(`${toLocalDay(instant)}T00:00:00Z`);
  const daysSinceMonday = (localDay.getUTCDay() + 6) % 7;
  localDay.setUTCDate(localDay.getUTCDate() - daysSinceMonday + 7 * later);
  return localDay.toISOString().slice(0, 10);
}
