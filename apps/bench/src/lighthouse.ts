import { execFile, execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath } from './browser.ts';
import { listMainPages, repeat, withProduct } from './product.ts';
import { computeMedian, type Figure, findWorstFigure, isShort, type Section } from './report.ts';

/** Has its own lock file, outside the installation that every clone needs. */
const folder = resolve(import.meta.dirname, '../lighthouse');
const RUN_COUNT = isShort ? 1 : 3;
const [speed, ...others] = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Result {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
}

export const auditPages = (): Promise<Section> =>
  withProduct(async ({ publicOrigin }) => {
    console.info('Installing Lighthouse, which takes a moment the first time …');
    const options = [
      'install',
      '--no-save',
      '--no-workspaces',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    execFileSync('npm', options, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
    const speeds: Figure[] = [];
    const qualities: Figure[] = [];
    const pages = await listMainPages(publicOrigin);
    for (const path of isShort ? pages.slice(0, 1) : pages) {
      const runs = await repeat(RUN_COUNT, () => auditPage(publicOrigin + path));
      const measureMedianScore = (category: string) =>
        computeMedian(runs.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)));
      const nameFigure = (...names: string[]) => ({ name: `\`${path}\``, ...listCostly(runs, names) });
      speeds.push({ ...nameFigure(speed), value: measureMedianScore(speed), atLeast: 95 });
      qualities.push({
        ...nameFigure(...others),
        value: Math.min(...others.map(measureMedianScore)),
        atLeast: 100,
      });
    }
    return {
      title: 'Lighthouse',
      text: `Its mobile settings: a slow phone on a slow network. Each score is the median of ${RUN_COUNT} runs.`,
      figures: [
        findWorstFigure(`Lighthouse of eight pages: ${speed}`, speeds),
        findWorstFigure(`Lighthouse of eight pages: ${others.join(', ')}`, qualities),
      ],
    };
  });

/** Audits with weight 0 do not count in the score. */
function listCostly(runs: Result[], categories: string[]): { details?: string } {
  const failed = runs.flatMap(({ audits, categories: scored }) =>
    categories
      .flatMap((name) => scored[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  );
  return failed.length > 0 ? { details: [...new Set(failed)].join(', ') } : {};
}

async function auditPage(url: string): Promise<Result> {
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage';
  const options = [`--only-categories=${[speed, ...others]}`, '--output=json', '--quiet'];
  const program = join(folder, 'node_modules/.bin/lighthouse');
  const settings = {
    env: { ...process.env, CHROME_PATH: chromiumPath },
    maxBuffer: 64 * 1024 * 1024,
  };
  // A busy machine may spoil one run: Lighthouse then ends with an error and prints which.
  for (let tries = 0; tries <= RUN_COUNT; tries += 1) {
    const { stdout } = await promisify(execFile)(
      program,
      [url, ...options, `--chrome-flags=${flags}`],
      settings,
    ).catch((error: { stdout?: string }) => {
      if (!error.stdout) throw error;
      return { stdout: error.stdout };
    });
    const result: Result = JSON.parse(stdout);
    if (!result.runtimeError) return result;
    console.info(`${url} again: ${result.runtimeError.message}`);
  }
  throw new Error(`Lighthouse could not read ${url}.`);
}
