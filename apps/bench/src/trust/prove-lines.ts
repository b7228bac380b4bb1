import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Line, lines } from './lines.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const HEADING = '## Every line';

interface Result {
  title: string;
  holds: boolean;
}
/** By file, from the root. */
type Results = Map<string, Result[]>;

/** Runs all tests that prove a line, and writes the section of the report. */
export async function proveLines(report: string): Promise<{ section: string; broken: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'institute-lines-'));
  const results: Results = new Map();
  try {
    const files = [...new Set(lines.flatMap(({ tests = [] }) => tests))];
    const missing = files.filter((file) => !existsSync(join(ROOT, file)));
    if (missing.length > 0) throw new Error(`There is no ${missing.join(', no ')}`);
    for (const place of [...new Set(files.map(placeOf))]) {
      const own = files.filter((file) => placeOf(file) === place).map((file) => file.slice(place.length + 1));
      const runTests = place === 'apps/e2e' ? runStories : runUnitTests;
      await runTests({ place, own, output: join(folder, `${place.replace('/', '-')}.json`), results });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const rows = lines.map((line) => rowOf(line, results, report));
  const section = `${HEADING}

Written by \`npm run test:trust -- lines\`, which runs these tests; \`npm test\` runs them, too. What a scenario measured stands under
"Faults and load", with its figures and its command; searches stand in [benchmarks](benchmarks.md). Here is how many tests and figures there are, and how many of them are broken.

| line | figure | target | measured | proven by |  |
| --- | --- | --- | --- | --- | --- |
${rows.map(({ text }) => text).join('\n')}
`;
  return { section, broken: rows.filter(({ isBroken }) => isBroken).length };
}

/** The folder of the package. */
const placeOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('infra/') ? 1 : 2)
    .join('/');

interface Run {
  place: string;
  own: string[];
  output: string;
  results: Results;
}

async function runUnitTests(run: Run): Promise<void> {
  const options = ['vitest', 'run', '--reporter=json', `--outputFile=${run.output}`, ...run.own];
  const { testResults } = await reportOf<UnitReport>(run, ['npx', ...options]);
  for (const { name, assertionResults } of testResults) {
    const tests = assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      holds: status === 'passed',
    }));
    run.results.set(name.slice(ROOT.length + 1), tests);
  }
}

interface UnitReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

async function runStories(run: Run): Promise<void> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: run.output };
  const options = ['playwright', 'test', '--reporter=json', ...run.own];
  const { suites } = await reportOf<{ suites: Suite[] }>(run, ['npx', ...options], env);
  for (const suite of suites) {
    run.results.set(
      `${run.place}/stories/${suite.file}`,
      specsOf(suite).map(({ title, ok }) => ({ title, holds: ok })),
    );
  }
}

interface Suite {
  file: string;
  specs: { title: string; ok: boolean }[];
  suites?: Suite[];
}
const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)];

/** A test that fails makes the command fail; its results are read all the same. */
async function reportOf<Report>(
  { place, output }: Run,
  [name = '', ...options]: string[],
  env = {},
): Promise<Report> {
  const child = spawn(name, options, {
    ...{ cwd: join(ROOT, place), env: { ...process.env, ...env } },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  if (!existsSync(output)) throw new Error(`The tests of ${place} did not run`);
  return JSON.parse(readFileSync(output, 'utf8'));
}

function rowOf(line: Line, results: Results, report: string): { text: string; isBroken: boolean } {
  const { tests = [], scenarios = [], benchmark } = line;
  const proofs = [
    ...tests.flatMap((file) => testsOf(file, results)),
    ...scenarios.flatMap((name) => figuresOf(name, report)),
    ...(benchmark ? benchmarksOf(benchmark) : []),
  ];
  const broken = proofs.filter(({ holds }) => !holds);
  const by = [
    ...tests,
    ...scenarios.map((name) => `npm run test:trust -- ${name}`),
    ...(benchmark ? ['npm run bench -- searches'] : []),
  ].map((each) => `\`${each}\``);
  const word = broken.length === 0 ? 'holds' : `**broken**: ${oneLine(broken[0]?.title ?? '')}`;
  const measured = `${broken.length} of ${proofs.length}`;
  const text = `| ${line.line} | ${line.figure} | 0 broken | ${measured} | ${by.join(', ')} | ${word} |`;
  return { text, isBroken: broken.length > 0 };
}

const testsOf = (file: string, results: Results): Result[] =>
  results.get(file) ?? [{ title: `${file} did not run`, holds: false }];

/** The figures with a target that the report has of a scenario. */
function figuresOf(scenario: string, report: string): Result[] {
  const cells = report
    .split('\n')
    .filter((row) => row.startsWith(`| ${scenario} | `))
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const figures = cells
    .filter(([, , , , , word]) => word !== '')
    .map(([, , title = '', , measured, word = '']) => ({
      title: `${title}: ${measured}`,
      holds: word === 'holds',
    }));
  return figures.length > 0 ? figures : [{ title: `${scenario} did not run`, holds: false }];
}

/** The rows with this target. */
const benchmarksOf = (target: string): Result[] =>
  readFileSync(join(ROOT, 'docs/benchmarks.md'), 'utf8')
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.at(-3) === target)
    .map((cells) => ({ title: `${cells[1]}: ${cells[3]} ms`, holds: cells.at(-2) === 'met' }));

const oneLine = (text: string) => text.replaceAll(/[\s|]+/g, ' ').slice(0, 120);
