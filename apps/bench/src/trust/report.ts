import { cpus } from 'node:os';
import type { Outcome } from './run-scenario.ts';

const HEADING = '## Faults and load';
const TABLE_HEAD = '| scenario | figure | target | measured |  |\n| --- | --- | --- | --- | --- |';

/** The section with the rows of these outcomes. Rows of scenarios that did not run now stay as they are in `report`. */
export function trustSection(report: string, outcomes: Outcome[], names: string[]): string {
  const [, before = ''] = report.split(`${HEADING}\n`);
  const rows = new Map<string, string[]>();
  for (const line of before.split(/^## /m)[0]?.split('\n') ?? []) {
    const name = /^\| (\S+) \| /.exec(line)?.[1];
    if (name && names.includes(name)) rows.set(name, [...(rows.get(name) ?? []), line]);
  }
  for (const outcome of outcomes) rows.set(outcome.name, rowsOf(outcome));
  const lines = names.flatMap((name) => rows.get(name) ?? []);
  return `${HEADING}

Written by \`npm run test:trust\` (\`npm run test:trust -- name\` runs one scenario and replaces its lines). Each scenario is a
file in \`apps/bench/src/trust/scenarios\` that says what is done. It starts the product as \`npm start\` does, in a new folder;
\`hostile-input\` runs tests of the server.

${cpus().length} cores of ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, last on ${new Date().toISOString().slice(0, 10)}.

${TABLE_HEAD}
${lines.join('\n')}
`;
}

function rowsOf({ name, figures, skipped }: Outcome): string[] {
  if (skipped) return [`| ${name} | all | | | skipped: ${skipped} |`];
  return figures.map(
    (figure) => `| ${name} | ${figure.name} | ${figure.target} | ${figure.measured} | ${wordFor(figure)} |`,
  );
}

const wordFor = ({ holds, target }: { holds: boolean; target: string }) =>
  holds ? (target ? 'holds' : '') : '**broken**';
