export interface Figure {
  name: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  exactly?: number;
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

export const noneFigure = (name: string, cases: readonly string[]): Figure => ({
  name,
  value: cases.length,
  exactly: 0,
  ...(cases[0] !== undefined && { details: cases[0].replaceAll(/[\s|]+/g, ' ').slice(0, 120) }),
});

// A figure that could not be measured is NaN, and misses every limit.
export const isMissed = ({ value, atMost, atLeast, exactly }: Figure): boolean =>
  (atMost !== undefined && !(value <= atMost)) ||
  (atLeast !== undefined && !(value >= atLeast)) ||
  (exactly !== undefined && value !== exactly);

export function printSection({ text, figures }: Section): string {
  const lines = figures.map((figure) => {
    const target = formatTarget(figure);
    const verdict = target ? `${target}, ${isMissed(figure) ? 'missed' : 'met'}` : '';
    return [figure.name, formatValue(figure), verdict, figure.details].filter(Boolean).join('  ');
  });
  return [text, '', ...lines].join('\n');
}

export function formatTarget({ unit = '', atMost, atLeast, exactly }: Figure): string {
  if (atMost !== undefined) return `≤ ${formatWhole(atMost)} ${unit}`.trim();
  if (atLeast !== undefined) return `≥ ${formatWhole(atLeast)} ${unit}`.trim();
  return exactly === undefined ? '' : `${formatWhole(exactly)} ${unit}`.trim();
}

/** The figure that comes nearest to its target, or misses it most, with the name of its case. */
export function worstFigure(name: string, cases: readonly Figure[]): Figure {
  const measureStrain = ({ value, atMost, atLeast, exactly }: Figure) =>
    exactly !== undefined ? Math.abs(value - exactly) : atMost ? value / atMost : (atLeast ?? 0) / value;
  const [worst] = cases.toSorted((a, b) => measureStrain(b) - measureStrain(a));
  if (!worst) throw new Error(`Nothing was measured for “${name}”.`);
  return { ...worst, name, details: [worst.name, worst.details].filter(Boolean).join(': ') };
}

export const formatWhole = (value: number): string => value.toLocaleString('en');

export function formatValue({ value, unit = '' }: Figure): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim();
}
