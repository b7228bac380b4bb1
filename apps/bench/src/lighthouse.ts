import { execFile, execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath } from './browser.ts';
import { listMainPages, repeatRun, withProduct } from './product.ts';
import { computeMedian, type Figure, findWorstFigure, isShortRun, type ReportSection } from './report.ts';

/** Lighthouse has its own folder and lock file, so that an ordinary installation does not download it. */
const lighthouseFolder = resolve(import.meta.dirname, '../lighthouse');
const RUN_COUNT = isShortRun ? 1 : 3;
const [speed, ...others] = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface LighthouseResult {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
}

export const auditPages = (): Promise<ReportSection> =>
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
    execFileSync('npm', options, {
      cwd: lighthouseFolder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    const speedFigures: Figure[] = [];
    const qualityFigures: Figure[] = [];
    const pagePaths = await listMainPages(publicOrigin);
    for (const pagePath of isShortRun ? pagePaths.slice(0, 1) : pagePaths) {
      const auditRuns = await repeatRun(RUN_COUNT, () => auditPage(publicOrigin + pagePath));
      const measureMedianScore = (category: string) =>
        computeMedian(
          auditRuns.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100)),
        );
      const makeFigureName = (...names: string[]) => ({
        name: `\`${pagePath}\``,
        ...listFailedAudits(auditRuns, names),
      });
      speedFigures.push({ ...makeFigureName(speed), value: measureMedianScore(speed), atLeast: 95 });
      qualityFigures.push({
        ...makeFigureName(...others),
        value: Math.min(...others.map(measureMedianScore)),
        atLeast: 100,
      });
    }
    return {
      title: 'Lighthouse',
      text: `Its mobile settings: a slow phone on a slow network. Each score is the median of ${RUN_COUNT} runs.`,
      figures: [
        findWorstFigure(`Lighthouse of eight pages: ${speed}`, speedFigures),
        findWorstFigure(`Lighthouse of eight pages: ${others.join(', ')}`, qualityFigures),
      ],
    };
  });

/** Audits with weight 0 do not count in the score. */
function listFailedAudits(runs: LighthouseResult[], categories: string[]): { details?: string } {
  const failedAudits = runs.flatMap(({ audits, categories: scored }) =>
    categories
      .flatMap((name) => scored[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  );
  return failedAudits.length > 0 ? { details: [...new Set(failedAudits)].join(', ') } : {};
}

async function auditPage(url: string): Promise<LighthouseResult> {
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage';
  const options = [`--only-categories=${[speed, ...others]}`, '--output=json', '--quiet'];
  const lighthouseProgram = join(lighthouseFolder, 'node_modules/.bin/lighthouse');
  const processSettings = {
    env: { ...process.env, CHROME_PATH: chromiumPath },
    maxBuffer: 64 * 1024 * 1024,
  };
  // A run may fail on a busy machine. Lighthouse then ends with an error, and the run is repeated.
  for (let failedTryCount = 0; failedTryCount <= RUN_COUNT; failedTryCount += 1) {
    const { stdout } = await promisify(execFile)(
      lighthouseProgram,
      [url, ...options, `--chrome-flags=${flags}`],
      processSettings,
    ).catch((error: { stdout?: string }) => {
      if (!error.stdout) throw error;
      return { stdout: error.stdout };
    });
    const result: LighthouseResult = JSON.parse(stdout);
    if (!result.runtimeError) return result;
    console.info(`${url} again: ${result.runtimeError.message}`);
  }
  throw new Error(`Lighthouse could not read ${url}.`);
}
