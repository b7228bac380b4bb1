import { median } from './median.ts';
import { openLighthouse, type Result } from './open-lighthouse.ts';

type Lighthouse = NonNullable<Awaited<ReturnType<typeof openLighthouse>>>;

const RUNS = 5;
/** Lowest accepted score of each category. */
export const leastScores = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface Audited {
  path: string;
  /** In the order of `leastScores`; the median of the runs. */
  scores: number[];
  isMet: boolean;
  /** Failed audits of the categories below their lowest accepted score. */
  failures: string[];
}

/** Audits the pages with Lighthouse's slow phone. Returns an empty list without Chromium. */
export async function auditPages(origin: string): Promise<Audited[]> {
  const lighthouse = await openLighthouse();
  if (!lighthouse) return [];
  try {
    const audited: Audited[] = [];
    for (const path of await pagesOf(origin)) audited.push(await audit(lighthouse, origin, path));
    return audited;
  } finally {
    lighthouse.close();
  }
}

async function pagesOf(origin: string): Promise<string[]> {
  const firstOf = async (resource: string) => {
    const { data } = (await (await fetch(`${origin}/api/v1/${resource}`)).json()) as {
      data: { id: number }[];
    };
    return data[0]?.id;
  };
  const program = `/programs/${await firstOf('programs')}`;
  const post = `/news/${await firstOf('posts')}`;
  return ['/', '/programs', program, '/news', post, '/gallery', '/registration', '/faq'];
}

async function audit(lighthouse: Lighthouse, origin: string, path: string): Promise<Audited> {
  const runs: Result[] = [];
  for (let tries = 0; runs.length < RUNS; tries += 1) {
    const run = await lighthouse.audit(origin + path, { onlyCategories: [...categories] });
    const trouble = run ? run.runtimeError?.message : 'no answer';
    if (run && !trouble) runs.push(run);
    // A busy machine may spoil one run.
    else if (tries > RUNS) throw new Error(`Lighthouse could not read ${path}: ${trouble}`);
  }
  const scores = categories.map((name) => median(runs.map((run) => scoreOf(run, name))));
  const below = categories.filter((name, place) => Number(scores[place]) < leastScores[name]);
  const failures = below.flatMap((name) => runs.flatMap((run) => failedAudits(run, name)));
  return { path, scores, isMet: below.length === 0, failures: [...new Set(failures)] };
}

const scoreOf = ({ categories }: Result, name: string) => Math.round((categories[name]?.score ?? 0) * 100);

/** Audits that count in the score and are not perfect. */
const failedAudits = ({ audits, categories }: Result, name: string) =>
  (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id);
