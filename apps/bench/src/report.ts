export interface Figure {
  name: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  details?: string;
}

export interface Section {
  title: string;
  /** How the part measures, in one paragraph. */
  text: string;
  figures: Figure[];
}

/** A short run prints its figures and writes no file. */
export const isShort = process.argv.includes('--short');

// A figure that could not be measured is NaN, and misses every limit.
export const isTargetMissed = ({ value, atMost, atLeast }: Figure): boolean =>
  (atMost !== undefined && !(value <= atMost)) || (atLeast !== undefined && !(value >= atLeast));

export const printSection = ({ text, figures }: Section): string =>
  [text, '', ...figures.map((figure) => formatCells(figure).filter(Boolean).join('  '))].join('\n');

/** Name, target, value and verdict. A figure without a target has no verdict. */
export function formatCells(figure: Figure): string[] {
  const { name, unit = '', value, atMost, atLeast, details } = figure;
  const [sign, limit] = atMost === undefined ? ['≥', atLeast] : ['≤', atMost];
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const measured = `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim();
  return [
    name,
    limit === undefined ? '' : `${sign} ${formatWhole(limit)} ${unit}`.trim(),
    details ? `${measured} (${details})` : measured,
    limit === undefined ? '' : isTargetMissed(figure) ? '**missed**' : 'met',
  ];
}

/** The figure that comes nearest to its target, or misses it most, with the name of its case. */
export function findWorstFigure(name: string, cases: readonly Figure[]): Figure {
  const measureStrain = ({ value, atMost, atLeast = 0 }: Figure) =>
    atMost ? value / atMost : atLeast / value;
  const [worst] = cases.toSorted((a, b) => measureStrain(b) - measureStrain(a));
  if (!worst) throw new Error(`Nothing was measured for “${name}”.`);
  return { ...worst, name, details: [worst.name, worst.details].filter(Boolean).join(': ') };
}

export const formatWhole = (value: number): string => value.toLocaleString('en');

/** For an even number of values, the higher of the two middle ones. */
export const computeMedian = (values: number[]): number => computeQuantile(values, 0.5);

export function computeQuantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
