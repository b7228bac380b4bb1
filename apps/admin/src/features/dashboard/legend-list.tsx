import { fixedColours } from '@institute/ui/pattern/palette.ts';
import { useId } from 'react';
import { type ProgramSeries, sumCounts } from './weeks-table.tsx';

/** `lines` is an SVG path. */
export type SeriesMark = { colour: string; lines: string };

export const TILE_SIZE = 8;

/** The paths repeat without visible seams. The colours have a contrast of 3:1 with the card. */
const seriesMarks: SeriesMark[] = [
  { colour: fixedColours.green, lines: '' },
  { colour: fixedColours.clay, lines: 'M-2 2 2-2M0 8 8 0M6 10 10 6' },
  { colour: fixedColours.sky, lines: 'M0 4H8' },
  { colour: '#7a4d00', lines: 'M3 4h2' },
  { colour: fixedColours.leaf, lines: 'M4 0V8' },
  { colour: '#5f5a50', lines: 'M0 4H8M4 0V8' },
];

export const chooseSeriesMark = (at: number): SeriesMark =>
  seriesMarks[at % seriesMarks.length] ?? { colour: fixedColours.ink, lines: '' };

/** Hidden from screen readers, which read the table. */
export function ChartLegend({ programs }: { programs: ProgramSeries[] }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {programs.map(({ name, counts }, at) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          <SeriesSwatch at={at} />
          <span className="min-w-0 wrap-anywhere">
            {name} <span className="text-muted tabular-nums">{sumCounts(counts)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function SeriesSwatch({ at }: { at: number }) {
  const id = useId();
  const { colour, lines } = chooseSeriesMark(at);
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0 rounded-[4px]">
      <pattern id={id} width={TILE_SIZE} height={TILE_SIZE} patternUnits="userSpaceOnUse">
        <rect width={TILE_SIZE} height={TILE_SIZE} fill={colour} />
        <path d={lines} stroke="#fff" strokeWidth={1.5} />
      </pattern>
      <rect width={16} height={16} fill={`url(#${id})`} />
    </svg>
  );
}
