export interface Figure {
  name: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  details?: string;
}

export interface ReportSection {
  title: string;
  /** One paragraph that explains how the figures are measured. */
  text: string;
  figures: Figure[];
}

/** A short run prints its figures and writes no file. */
export const isShortRun = process.argv.includes('--short');

// A figure that could not be measured is NaN, which misses every target.
export const isTargetMissed = ({ value, atMost, atLeast }: Figure): boolean =>
  (atMost !== undefined && !(value <= atMost)) || (atLeast !== undefined && !(value >= atLeast));

export const printSection = ({ text, figures }: ReportSection): string =>
  [text, '', ...figures.map((figure) => formatFigureCells(figure).filter(Boolean).join('  '))].join('\n');

/** Returns the cells for name, target, value and verdict. A figure without a target has no verdict. */
export function formatFigureCells(figure: Figure): string[] {
  const { name, unit = '', value, atMost, atLeast, details } = figure;
  const [sign, limit] = atMost === undefined ? ['≥', atLeast] : ['≤', atMost];
  const fractionDigits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const measuredText =
    `${value.toLocaleString('en', { maximumFractionDigits: fractionDigits })} ${unit}`.trim();
  return [
    name,
    limit === undefined ? '' : `${sign} ${formatGroupedNumber(limit)} ${unit}`.trim(),
    details ? `${measuredText} (${details})` : measuredText,
    limit === undefined ? '' : isTargetMissed(figure) ? '**missed**' : 'met',
  ];
}

/** Returns the figure that comes nearest to its target or misses it most, with the name of its case. */
export function findWorstFigure(name: string, cases: readonly Figure[]): Figure {
  const computeLimitShare = ({ value, atMost, atLeast = 0 }: Figure) =>
    atMost ? value / atMost : atLeast / value;
  const [worst] = cases.toSorted((a, b) => computeLimitShare(b) - computeLimitShare(a));
  if (!worst) throw new Error(`Nothing was measured for “${name}”.`);
  return { ...worst, name, details: [worst.name, worst.details].filter(Boolean).join(': ') };
}

export const formatGroupedNumber = (value: number): string => value.toLocaleString('en');

/** For an even number of values, takes the higher of the two in the middle. */
export const computeMedian = (values: number[]): number => computeQuantile(values, 0.5);

export function computeQuantile(values: number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return (
    sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * share))] ?? Number.NaN
  );
}
