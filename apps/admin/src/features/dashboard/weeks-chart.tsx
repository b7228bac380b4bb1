import './known-language.ts';
import 'uplot/dist/uPlot.min.css';
import { formatDate } from '@institute/contract/time';
import { fixedColours } from '@institute/ui/pattern/palette.ts';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { chooseSeriesMark, type SeriesMark, TILE_SIZE } from './legend-list.tsx';
import type { WeeksAnswer } from './weeks-table.tsx';

const axisStepChoices = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const mutedColour = '#5f5a50';
const axisFont = '14px "Figtree Variable", sans-serif';

export default function WeeksChart({ weeks }: { weeks: WeeksAnswer }) {
  const chartContainer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chartElement = chartContainer.current;
    if (!chartElement) return;
    const plot = new uPlot(makeChartOptions(weeks, chartElement), stackCountsOfWeeks(weeks), chartElement);
    const resizeObserver = new ResizeObserver(() =>
      plot.setSize({ width: chartElement.clientWidth, height: chartElement.clientHeight }),
    );
    resizeObserver.observe(chartElement);
    return () => {
      resizeObserver.disconnect();
      plot.destroy();
    };
  }, [weeks]);
  return <div ref={chartContainer} className="h-full" />;
}

/**
 * Stacks the series as sums that start at zero, so that smaller bars are drawn over larger ones. Leaves out
 * empty bars, which would hide the axis.
 */
function stackCountsOfWeeks({ weeks, programs }: WeeksAnswer): uPlot.AlignedData {
  const stackedCounts = programs.map((_, last) =>
    weeks.map(
      (_, week) =>
        programs.slice(0, last + 1).reduce((sum, { counts }) => sum + (counts[week] ?? 0), 0) || null,
    ),
  );
  return [weeks.map((_, at) => at), ...stackedCounts.reverse()];
}

function makeChartOptions({ weeks, programs }: WeeksAnswer, box: HTMLElement): uPlot.Options {
  const axisOptions = { stroke: mutedColour, font: axisFont, ticks: { show: false } };
  const drawBars = uPlot.paths.bars?.({ size: [0.7, 44] });
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
        ...axisOptions,
        grid: { show: false },
        incrs: [1, 2, 3, 4],
        space: 52,
        values: (_, places) => places.map((at) => formatWeek(weeks[at])),
      },
      { ...axisOptions, grid: { stroke: fixedColours.line, width: 1 }, incrs: axisStepChoices, size: 40 },
    ],
    series: [
      {},
      ...programs
        .map((_, at) => ({
          ...(drawBars && { paths: drawBars }),
          fill: ({ ctx }: uPlot) => drawPattern(ctx, chooseSeriesMark(at)),
          stroke: fixedColours.card,
          width: 1,
          points: { show: false },
        }))
        .reverse(),
    ],
  };
}

/** "9 Nov". */
const formatWeek = (week: string | undefined) => (week ? formatDate(week).replace(/ \d{4}$/, '') : '');

function drawPattern(
  target: CanvasRenderingContext2D,
  { colour, lines }: SeriesMark,
): CanvasPattern | string {
  const scale = window.devicePixelRatio;
  const tileCanvas = document.createElement('canvas');
  tileCanvas.width = tileCanvas.height = Math.round(TILE_SIZE * scale);
  const tileContext = tileCanvas.getContext('2d');
  if (!tileContext) return colour;
  tileContext.scale(scale, scale);
  tileContext.fillStyle = colour;
  tileContext.fillRect(0, 0, TILE_SIZE, TILE_SIZE);
  tileContext.strokeStyle = fixedColours.card;
  tileContext.lineWidth = 1.5;
  tileContext.stroke(new Path2D(lines));
  return target.createPattern(tileCanvas, 'repeat') ?? colour;
}
