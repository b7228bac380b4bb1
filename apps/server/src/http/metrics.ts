import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Counts the answers of this process. The registry writes them as Prometheus reads them. */
export function openMetrics(
  app: FastifyInstance,
  { servedFromMemory, refused }: { servedFromMemory: () => number; refused: () => number },
): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(read());
      },
    });

  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => {
    delay.disable();
  });

  gauge('process_start_time_seconds', 'Start of the process', () => Date.now() / 1000 - process.uptime());
  counter('process_cpu_seconds_total', 'CPU time', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Used heap', () => process.memoryUsage().heapUsed);
  gauge('nodejs_eventloop_lag_p99_seconds', 'Event loop delay since the last reading', () => {
    const seconds = delay.percentile(99) / 1e9;
    delay.reset();
    return seconds;
  });
  // they take too little time for a histogram
  counter('http_answers_from_memory_total', 'Answers that the framework did not see', servedFromMemory);
  counter('http_requests_refused_total', 'Requests refused because there were too many at once', refused);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers,
  });

  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}
