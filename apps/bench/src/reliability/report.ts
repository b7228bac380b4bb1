import { cpus } from 'node:os';
import type { Check } from './checks.ts';
import { ways } from './tasks.ts';

export interface Figures {
  date: string;
  database: string;
  seed: number;
  kills: number;
  killedBeforeUp: number;
  payments: number;
  deliveries: number;
  doubles: number;
  doublesOfOneCrash: number;
  /** Number of calls that were cut off and repeated. */
  repeated: number;
  faults: string[];
  killingMinutes: number;
  settlingMinutes: number;
  checks: Check[];
}

export function failed({ checks, faults, doublesOfOneCrash }: Figures): string[] {
  return [
    ...checks.filter(({ expected, found }) => expected !== found).map(({ name }) => name),
    ...(doublesOfOneCrash > 1 ? ['at most one double for each crash'] : []),
    ...new Set(faults),
  ];
}

export function markdown(figures: Figures): string {
  const { date, database, seed, kills, killedBeforeUp, payments, checks } = figures;
  return `# Reliability

Written by \`npm run reliability\`: it starts the product as \`npm start\` does, on its own PostgreSQL in a new folder (or on the
one of \`DATABASE_URL\`, which must be empty), and ends the process with \`kill -9\` at random moments, one start in five before it is up, while visitors
register, write messages and donate. A call that was cut off is repeated with the same key, as a browser with a weak
connection does. Then it waits until nothing is due any more, and compares the results.

A mail server in the same process keeps every email. It accepts each email after up to 40 ms. A kill during this time
duplicates an email: the server has it, but the product could not store that. Donations are paid in the sandbox and become known in five ways in turn: ${ways.join(', ')}.
In the last way nobody asks, and the sandbox's notice may be lost with the process. The job finds those donations after five minutes.

${cpus().length} cores of ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ${database}, ${date}.

| figure | measured |
| --- | --- |
| seed | ${seed} |
| kills | ${kills}, of them ${killedBeforeUp} before the process was up |
| payments | ${payments} |
| calls cut off or refused, and made again | ${figures.repeated} |
| answers that were neither success nor 503 | ${figures.faults.length} |
| emails received by the mail server | ${figures.deliveries} |
| of them doubles | ${figures.doubles} |
| doubles of one crash, at most | ${figures.doublesOfOneCrash} |
| minutes of killing, and then until all was settled | ${figures.killingMinutes.toFixed(1)} + ${figures.settlingMinutes.toFixed(1)} |

| what must hold | expected | found |  |
| --- | --- | --- | --- |
${checks.map(checkRow).join('\n')}
`;
}

const checkRow = ({ name, expected, found }: Check): string =>
  `| ${name} | ${shown(expected)} | ${shown(found)} | ${expected === found ? 'holds' : '**broken**'} |`;

const shown = (value: number) => value.toLocaleString('en');
