import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Figure, none, noted, type Scenario } from '../scenario.ts';

const SERVER = resolve(import.meta.dirname, '../../../../server');

/** What the tests of each file count, and what must not happen in them. */
const files: [file: string, counted: string, forbidden: string][] = [
  ['every-call', 'calls with 500 generated inputs each', 'calls with an answer outside the contract'],
  ['corpus', 'calls with every hostile text in every parameter', 'calls that fail on a text'],
  [
    'uploads',
    'bombs, polyglots, lying types and names uploaded',
    'that leave a file or serve more than pixels',
  ],
  ['spam', 'scripts of 200 posts, and 50 visitors of one network', 'that reach the inbox, or do not'],
  [
    'shown-emails',
    'kinds of mails, previews and pages of one person with every text',
    'in which one would run',
  ],
  ['shown-texts', 'rounds of 24 texts with scripts on every page', 'rounds in which one would run'],
  [
    'sign-in-time',
    'answers compared for known and unknown addresses',
    'that differ, or by 5 ms in the median of 200',
  ],
];

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** The server's tests of hostile input, with more cases than in `npm test`. */
export const scenario: Scenario = {
  name: 'hostile-input',
  limitSeconds: 1800,
  async run(folder) {
    const file = join(folder, 'results.json');
    const options = ['--reporter=json', `--outputFile=${file}`];
    const child = spawn('npm', ['run', 'test:trust', '--', ...options], { cwd: SERVER, stdio: 'inherit' });
    await once(child, 'exit');
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    return files.flatMap(([name, counted, forbidden]): Figure[] => {
      const tests = testResults
        .filter((result) => result.name.includes(`/trust/${name}.`))
        .flatMap(({ assertionResults }) => assertionResults);
      const failed = tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName);
      return [
        noted(counted, tests.length),
        none(forbidden, tests.length > 0 ? failed : [`${name} did not run`]),
      ];
    });
  },
};
