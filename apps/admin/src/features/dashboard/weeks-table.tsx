import { formatDate } from '@institute/contract/time';
import { cx } from '@institute/ui/cx.ts';
import { TableBody, TableCell, TableHead, TableHeading, TableRow } from '@institute/ui/table.tsx';
import type { AdminAnswers } from '../../api/admin.ts';

export type WeeksAnswer = AdminAnswers['stats']['registrationWeeks'];
export type ProgramSeries = WeeksAnswer['programs'][number];

export const sumCounts = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

export function WeeksTable({ weeks: { weeks, programs } }: { weeks: WeeksAnswer }) {
  const weekRows = weeks.map((week, at) => ({ week, counts: programs.map(({ counts }) => counts[at] ?? 0) }));
  return (
    <table className="w-full text-left text-base max-md:block">
      <caption className="sr-only">Registrations by week and program</caption>
      <TableHead>
        <tr>
          <TableHeading>Week from</TableHeading>
          {programs.map(({ name }) => (
            <TableHeading key={name} className="min-w-28 whitespace-normal">
              {name}
            </TableHeading>
          ))}
          <TableHeading>Total</TableHeading>
        </tr>
      </TableHead>
      <TableBody>
        {weekRows.reverse().map(({ week, counts }) => (
          <TableRow key={week}>
            <TableCell phone="title" className="font-semibold whitespace-nowrap">
              {formatDate(week)}
            </TableCell>
            {programs.map(({ name }, at) => (
              <TableCell
                key={name}
                phone={counts[at] === 0 ? 'nowhere' : 'line'}
                label={name}
                className={cx('tabular-nums', counts[at] === 0 && 'text-muted')}
              >
                {counts[at]}
              </TableCell>
            ))}
            <TableCell phone="line" label="Total" className="font-semibold tabular-nums">
              {sumCounts(counts)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </table>
  );
}
