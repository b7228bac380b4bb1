import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { foldOf, withSummary } from './summary.ts';

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
  text: string;
  figures: Figure[];
}

/** A short run prints its figures and writes no file. */
export const isShort = process.argv.includes('--short');

export const none = (name: string, cases: readonly string[]): Figure => ({
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

const HEAD = ['figure', 'measured', 'target', '', 'details'];

export function markdown({ text, figures }: Section): string {
  const hasDetails = figures.some(({ details }) => details);
  const lines = [HEAD, HEAD.map(() => '---'), ...figures.map(cells)].map(
    (all) => `| ${all.slice(0, hasDetails ? 5 : 4).join(' | ')} |`,
  );
  return `${text.trim()}\n\n${lines.join('\n')}\n\nMeasured on ${machine()}.`;
}

function cells(figure: Figure): string[] {
  const { name, value, unit = '', atMost, atLeast, exactly, details = '' } = figure;
  const withUnit = (text: string) => `${text} ${unit}`.trim();
  const target =
    (atMost !== undefined && `≤ ${withUnit(whole(atMost))}`) ||
    (atLeast !== undefined && `≥ ${withUnit(whole(atLeast))}`) ||
    (exactly !== undefined && withUnit(whole(exactly)));
  return [
    name,
    withUnit(rounded(value)),
    target || '–',
    target ? (isMissed(figure) ? '**missed**' : 'met') : '',
    details,
  ];
}

export const whole = (value: number): string => value.toLocaleString('en');
const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

function machine(): string {
  const day = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${memory} GB, Node ${process.versions.node}, ${day}`;
}

export const benchmarks = 'benchmarks.md';

/** Replaces the section of a part in a page of `docs/`, or appends it. Benchmarks are folded below their summary. */
export function writeSection(page: string, part: string, section: Section): void {
  const file = resolve(import.meta.dirname, '../../../docs', page);
  const [start, end] =
    page === benchmarks ? [foldOf(part, section.title), '\n\n</details>'] : [`## ${section.title}\n`, ''];
  const parts = readFileSync(file, 'utf8').split(/^(?=## |<details>)/m);
  const place = parts.findIndex((each) => each.startsWith(start));
  const written = parts.with(place < 0 ? parts.push('') - 1 : place, `${start}\n${markdown(section)}${end}`);
  const whole = `${written.map((each) => each.trim()).join('\n\n')}\n`;
  writeFileSync(file, page === benchmarks ? withSummary(whole) : whole);
}
