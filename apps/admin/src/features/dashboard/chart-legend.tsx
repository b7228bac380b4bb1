import { useId } from 'react';
import { markOf, TILE } from './chart-marks.ts';
import { type Series, totalOf } from './weeks-table.tsx';

/** Hidden from screen readers, which read the table. */
export function ChartLegend({ programs }: { programs: Series[] }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {programs.map(({ name, counts }, at) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          <Swatch at={at} />
          <span className="min-w-0 wrap-anywhere">
            {name} <span className="text-muted tabular-nums">{totalOf(counts)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ at }: { at: number }) {
  const id = useId();
  const { colour, lines } = markOf(at);
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0 rounded-[4px]">
      <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
        <rect width={TILE} height={TILE} fill={colour} />
        <path d={lines} stroke="#fff" strokeWidth={1.5} />
      </pattern>
      <rect width={16} height={16} fill={`url(#${id})`} />
    </svg>
  );
}
