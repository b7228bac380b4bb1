import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromiumPath } from './browser.ts';
import { median } from './median.ts';
import { mainPages, withProduct } from './product.ts';
import { type Figure, isShort, type Section, worstFigure } from './report.ts';

/** Has its own lock file, outside the installation that every clone needs. */
const folder = resolve(import.meta.dirname, '../lighthouse');
const RUNS = isShort ? 1 : 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Result {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
}
type Audit = (path: string) => Promise<Result>;

export const auditPages = (): Promise<Section> =>
  withProduct(async ({ publicOrigin }) => {
    const pages = await mainPages(publicOrigin);
    const figures = await withLighthouse(publicOrigin, async (audit) => {
      const all: Figure[] = [];
      for (const path of isShort ? pages.slice(0, 1) : pages) all.push(...(await auditPage(audit, path)));
      return all;
    });
    const [speed, ...others] = categories;
    return {
      title: 'Lighthouse',
      text: `Its mobile settings: a slow phone on a slow network. Each score is the median of ${RUNS} runs.`,
      figures: [
        worstFigure(
          `Lighthouse of eight pages: ${speed}`,
          figures.filter(({ atLeast }) => atLeast),
        ),
        worstFigure(
          `Lighthouse of eight pages: ${others.join(', ')}`,
          figures.filter(({ exactly }) => exactly),
        ),
      ],
    };
  });

async function auditPage(audit: Audit, path: string): Promise<Figure[]> {
  const runs: Result[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await audit(path));
  const medianScore = (category: string) =>
    median(runs.map((run) => Math.round((run.categories[category]?.score ?? 0) * 100)));
  const listCostly = (names: readonly string[]) => {
    const failed = runs.flatMap((run) => names.flatMap((name) => failedAudits(run, name)));
    return failed.length > 0 ? { details: [...new Set(failed)].join(', ') } : {};
  };
  const [speed, ...others] = categories;
  return [
    { name: `\`${path}\``, value: medianScore(speed), atLeast: 95, ...listCostly([speed]) },
    {
      name: `\`${path}\``,
      value: Math.min(...others.map(medianScore)),
      exactly: 100,
      ...listCostly(others),
    },
  ];
}

/** Audits with weight 0 do not count in the score. */
const failedAudits = ({ audits, categories: scored }: Result, name: string): string[] =>
  (scored[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id);

async function withLighthouse<T>(origin: string, use: (audit: Audit) => Promise<T>): Promise<T> {
  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies.lighthouse;
  const manifest = join(folder, 'node_modules/lighthouse/package.json');
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== wanted) {
    console.info('Installing Lighthouse (only this once) …');
    const options = ['ci', '--no-workspaces', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', options, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  }
  const loadModule = (name: string) =>
    import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href);
  const { launch } = await loadModule('chrome-launcher');
  const { default: lighthouse } = await loadModule('lighthouse');
  const chromium = await launch({
    ...(chromiumPath && { chromePath: chromiumPath }),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    return await use(async (path) => {
      for (let tries = 0; ; tries += 1) {
        const options = { onlyCategories: [...categories], port: chromium.port, logLevel: 'error' };
        const result: Result | undefined = (await lighthouse(origin + path, options))?.lhr;
        if (result && !result.runtimeError) return result;
        // A busy machine may spoil one run.
        if (tries > RUNS) throw new Error(`Lighthouse could not read ${path}.`);
      }
    });
  } finally {
    chromium.kill();
  }
}
