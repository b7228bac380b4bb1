import './known-language.ts';
import 'uplot/dist/uPlot.min.css';
import { formatDate } from '@institute/contract/time';
import { colours } from '@institute/ui/pattern/palette.ts';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { chooseMark, type Mark, TILE_SIZE } from './legend-list.tsx';
import type { Weeks } from './weeks-table.tsx';

const axisSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const mutedColour = '#5f5a50';
const axisFont = '14px "Figtree Variable", sans-serif';

export default function WeeksChart({ weeks }: { weeks: Weeks }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const plot = new uPlot(makeChartOptions(weeks, box), stackWeeks(weeks), box);
    const watch = new ResizeObserver(() =>
      plot.setSize({ width: box.clientWidth, height: box.clientHeight }),
    );
    watch.observe(box);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [weeks]);
  return <div ref={place} className="h-full" />;
}

/** Each series starts at zero. The smaller ones are drawn over the larger ones. An empty bar would hide the axis. */
function stackWeeks({ weeks, programs }: Weeks): uPlot.AlignedData {
  const tops = programs.map((_, last) =>
    weeks.map(
      (_, week) =>
        programs.slice(0, last + 1).reduce((sum, { counts }) => sum + (counts[week] ?? 0), 0) || null,
    ),
  );
  return [weeks.map((_, at) => at), ...tops.reverse()];
}

function makeChartOptions({ weeks, programs }: Weeks, box: HTMLElement): uPlot.Options {
  const axis = { stroke: mutedColour, font: axisFont, ticks: { show: false } };
  const columns = uPlot.paths.bars?.({ size: [0.7, 44] });
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 0, 0, 0],
    scales: {
      x: { time: false, range: [-0.5, weeks.length - 0.5] },
      y: { range: (_, __, highest) => [0, Math.max(highest * 1.05, 4)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [1, 2, 3, 4],
        space: 52,
        values: (_, places) => places.map((at) => formatWeek(weeks[at])),
      },
      { ...axis, grid: { stroke: colours.line, width: 1 }, incrs: axisSteps, size: 40 },
    ],
    series: [
      {},
      ...programs
        .map((_, at) => ({
          ...(columns && { paths: columns }),
          fill: ({ ctx }: uPlot) => drawPattern(ctx, chooseMark(at)),
          stroke: colours.card,
          width: 1,
          points: { show: false },
        }))
        .reverse(),
    ],
  };
}

/** "9 Nov". */
const formatWeek = (week: string | undefined) => (week ? formatDate(week).replace(/ \d{4}$/, '') : '');

function drawPattern(target: CanvasRenderingContext2D, { colour, lines }: Mark): CanvasPattern | string {
  const scale = window.devicePixelRatio;
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(TILE_SIZE * scale);
  const pen = tile.getContext('2d');
  if (!pen) return colour;
  pen.scale(scale, scale);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, TILE_SIZE, TILE_SIZE);
  pen.strokeStyle = colours.card;
  pen.lineWidth = 1.5;
  pen.stroke(new Path2D(lines));
  return target.createPattern(tile, 'repeat') ?? colour;
}
