import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { median } from './median.ts';

const RUNS = 3;
/** What each page must reach. */
export const leastScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface Audited {
  path: string;
  /** In the order of `leastScores`; the median of the runs. */
  scores: number[];
  isMet: boolean;
  /** What the categories below their least score count as not passed. */
  failures: string[];
}

/** The pages as Lighthouse sees them on a slow phone; nothing where there is no Chromium. */
export async function auditPages(origin: string): Promise<Audited[]> {
  const chromium = await launch({
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  }).catch(console.warn);
  if (!chromium) return [];
  try {
    const audited: Audited[] = [];
    for (const path of await pagesOf(origin)) audited.push(await audit(origin, path, chromium.port));
    return audited;
  } finally {
    chromium.kill();
  }
}

async function pagesOf(origin: string): Promise<string[]> {
  const firstOf = async (resource: string) => {
    const { data } = (await (await fetch(`${origin}/api/v1/${resource}`)).json()) as {
      data: { id: number }[];
    };
    return data[0]?.id;
  };
  return ['/', `/programs/${await firstOf('programs')}`, `/news/${await firstOf('posts')}`, '/gallery'];
}

async function audit(origin: string, path: string, port: number): Promise<Audited> {
  const runs: Result[] = [];
  for (let tries = 0; runs.length < RUNS; tries += 1) {
    const run = await lighthouse(origin + path, { port, onlyCategories: [...categories], logLevel: 'error' });
    const trouble = run ? run.lhr.runtimeError?.message : 'no answer';
    if (run && !trouble) runs.push(run.lhr);
    // a busy machine may spoil one
    else if (tries > RUNS) throw new Error(`Lighthouse could not read ${path}: ${trouble}`);
  }
  const scores = categories.map((name) => median(runs.map((run) => scoreOf(run, name))));
  const below = categories.filter((name, place) => Number(scores[place]) < leastScores[name]);
  const failures = below.flatMap((name) => runs.flatMap((run) => failedAudits(run, name)));
  return { path, scores, isMet: below.length === 0, failures: [...new Set(failures)] };
}

const scoreOf = ({ categories }: Result, name: string) => Math.round((categories[name]?.score ?? 0) * 100);

/** Those that weigh in the score and have not all of it. */
const failedAudits = ({ audits, categories }: Result, name: string) =>
  (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id);
