/** One line of the table. */
export interface Figure {
  name: string;
  measured: string;
  target: string;
  holds: boolean;
}

/** One file in `scenarios`, which exports it as `scenario`. It runs in a process of its own. */
export interface Scenario {
  /** The name of the file, as in `npm run test:trust -- name`. */
  name: string;
  /** When it takes longer, it fails, and all that it started is killed. */
  limitSeconds: number;
  /** `folder` is empty, and is removed afterwards. The product's data and anything else that is written belong there. */
  run(folder: string): Promise<Figure[] | Skipped>;
}

/** Why this machine cannot run the scenario. */
export interface Skipped {
  skipped: string;
}

const shown = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });

export const atMost = (name: string, value: number, limit: number, unit = ''): Figure =>
  figure(name, value, `at most ${shown(limit)}`, unit, value <= limit);

export const atLeast = (name: string, value: number, limit: number, unit = ''): Figure =>
  figure(name, value, `at least ${shown(limit)}`, unit, value >= limit);

export const exactly = (name: string, value: number, expected: number, unit = ''): Figure =>
  figure(name, value, shown(expected), unit, value === expected);

/** Counts what must not happen, and shows the first case. */
export const none = (name: string, cases: readonly string[]): Figure => ({
  ...exactly(name, cases.length, 0),
  ...(cases.length > 0 && { measured: `${shown(cases.length)}, such as: ${oneLine(cases[0] ?? '')}` }),
});

/** A figure without a target, for the reader. */
export const noted = (name: string, value: number, unit = ''): Figure => figure(name, value, '', unit, true);

const oneLine = (text: string) => text.replaceAll(/[\s|]+/g, ' ').slice(0, 120);

function figure(name: string, value: number, target: string, unit: string, holds: boolean): Figure {
  const withUnit = (text: string) => (unit && text ? `${text} ${unit}` : text);
  return { name, measured: withUnit(shown(value)), target: withUnit(target), holds };
}
