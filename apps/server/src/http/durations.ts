const BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What an answer was made from: memory, or this process's own work. */
export type Source = 'memory' | 'rendered';
export type Answer = { method: string; route: string; status: number; source: Source };
type Series = Answer & { counts: number[]; sum: number };

/** Notes an answer and the seconds that it took. */
export type Measure = (answer: Answer, seconds: number) => void;

const escaped = (text: string) => text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));

/**
 * A Prometheus histogram of answers. The one of prom-client takes more than 1 µs for a value, too long for answers from
 * memory.
 */
export function openDurations(name: string, help: string) {
  const known = new Map<string, Series>();

  const measure: Measure = ({ method, route, status, source }, seconds) => {
    const key = `${source} ${status} ${method} ${route}`;
    let series = known.get(key);
    if (!series) {
      series = { method, route, status, source, counts: BUCKETS_S.map(() => 0).concat(0), sum: 0 };
      known.set(key, series);
    }
    let at = 0;
    while (at < BUCKETS_S.length && seconds > (BUCKETS_S[at] as number)) at += 1;
    series.counts[at] = (series.counts[at] as number) + 1;
    series.sum += seconds;
  };

  function linesOf({ method, route, status, source, counts, sum }: Series): string[] {
    const labels = `method="${escaped(method)}",route="${escaped(route)}",status="${status}",source="${source}"`;
    let total = 0;
    const buckets = counts.map((count, at) => {
      total += count;
      return `${name}_bucket{le="${BUCKETS_S[at] ?? '+Inf'}",${labels}} ${total}`;
    });
    return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`];
  }

  return {
    measure,
    text: (): string =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} histogram`,
        ...[...known.values()].flatMap(linesOf),
        '',
      ].join('\n'),
  };
}
