import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Series {
  labels: string;
  seconds: number;
  /** One for each bound and one for all that took longer. */
  counts: number[];
}

/** Counts the answers of this process and tells of them as Prometheus reads it. */
export function openMetrics(app: FastifyInstance, servedFromMemory: () => number) {
  const answered = new Map<string, Series>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => {
    delay.disable();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`;
    let series = answered.get(labels);
    if (!series) {
      series = { labels, seconds: 0, counts: bounds.map(() => 0).concat(0) };
      answered.set(labels, series);
    }
    const seconds = reply.elapsedTime / 1000;
    const place = bounds.findIndex((bound) => seconds <= bound);
    const bucket = place < 0 ? bounds.length : place;
    series.seconds += seconds;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    done();
  });

  return {
    text: (): string => {
      const { rss, heapUsed } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const startedAt = Date.now() / 1000 - process.uptime();
      return [
        single('process_start_time_seconds', 'gauge', startedAt),
        single('process_cpu_seconds_total', 'counter', (user + system) / 1e6),
        single('process_resident_memory_bytes', 'gauge', rss),
        single('nodejs_heap_size_used_bytes', 'gauge', heapUsed),
        single('nodejs_eventloop_lag_p99_seconds', 'gauge', delay.percentile(99) / 1e9),
        // these take no time worth a histogram
        single('http_answers_from_memory_total', 'counter', servedFromMemory()),
        '# TYPE http_request_duration_seconds histogram',
        ...[...answered.values()].flatMap(histogram),
        '',
      ].join('\n');
    },
  };
}

const single = (name: string, type: 'gauge' | 'counter', value: number) =>
  `# TYPE ${name} ${type}\n${name} ${value}`;

function histogram({ labels, seconds, counts }: Series): string[] {
  const name = 'http_request_duration_seconds';
  let sum = 0;
  const buckets = counts.map((count, place) => {
    sum += count;
    return `${name}_bucket{${labels},le="${bounds[place] ?? '+Inf'}"} ${sum}`;
  });
  return [...buckets, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${sum}`];
}
