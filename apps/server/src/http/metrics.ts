import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Measure, openDurations, type Source } from './durations.ts';
import { isInnerCall } from './in-process-call.ts';
import { routeOf } from './route-of.ts';

/** The longest wait for one figure, for example while the database does not answer. */
const FIGURE_MAY_TAKE_MS = 2000;
const JOB_BUCKETS_S = [0.01, 0.1, 1, 10, 60, 600];

export type Value = number | readonly { labels: Record<string, string>; value: number }[];

interface Figure {
  name: string;
  help: string;
  labelNames?: string[];
  read(): Value | Promise<Value>;
}

export type Metrics = ReturnType<typeof openMetrics>;

/** The figures of this process, as Prometheus reads them. */
export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const durations = openDurations('http_request_duration_seconds', 'Time to answer a request');
  const jobs = new Histogram({
    ...{ name: 'job_duration_seconds', help: 'Time that a job took', registers, buckets: JOB_BUCKETS_S },
    labelNames: ['job', 'result'],
  });

  /** A figure that is read with each request of the metrics. One that cannot be read is left out. */
  const gauge = ({ read, ...names }: Figure) => {
    new Gauge({
      ...{ ...names, registers },
      async collect() {
        const late = sleep(FIGURE_MAY_TAKE_MS, undefined, { ref: false });
        const value = await Promise.race([late, new Promise<Value>((resolve) => resolve(read()))]).catch(
          () => undefined,
        );
        this.reset();
        if (typeof value === 'number') this.set(value);
        else for (const one of value ?? []) this.set(one.labels, one.value);
        // without labels the reset has written a zero
        if (value === undefined && !names.labelNames) this.remove();
      },
    });
  };
  const counter = ({ read, ...names }: Omit<Figure, 'read'> & { read(): Value }) => {
    new Counter({
      ...{ ...names, registers },
      collect() {
        this.reset();
        const value = read();
        if (typeof value === 'number') this.inc(value);
        else for (const one of value) this.inc(one.labels, one.value);
      },
    });
  };

  gauge({
    ...{ name: 'process_start_time_seconds', help: 'Start of the process' },
    read: () => Date.now() / 1000 - process.uptime(),
  });
  counter({
    ...{ name: 'process_cpu_seconds_total', help: 'CPU time' },
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  });
  gauge({
    ...{ name: 'process_resident_memory_bytes', help: 'Resident memory' },
    read: () => process.memoryUsage.rss(),
  });
  gauge({
    ...{ name: 'nodejs_heap_size_used_bytes', help: 'Used heap' },
    read: () => process.memoryUsage().heapUsed,
  });
  const closeLoop = watchEventLoop(registers);

  return {
    contentType: registry.contentType,
    gauge,
    counter,
    measure: durations.measure,
    jobRan: (job: string, result: 'done' | 'failed', seconds: number): void =>
      jobs.observe({ job, result }, seconds),
    text: async (): Promise<string> => `${durations.text()}${await registry.metrics()}`,
    measureRequests: (app: FastifyInstance): void => measureRequests(app, durations.measure),
    close: closeLoop,
  };
}

/** The delay of the event loop in the interval between two readings. */
function watchEventLoop(registers: Registry[]): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let before = performance.eventLoopUtilization();
  const since = (what: string) => `${what} since the last reading`;
  // the first gauge sets all of them
  new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: since('99th percentile of the event loop delay'),
    registers,
    collect() {
      this.set(delay.percentile(99) / 1e9);
      max.set(delay.max / 1e9);
      // nothing was measured when two readings follow each other at once
      mean.set(delay.count > 0 ? delay.mean / 1e9 : 0);
      delay.reset();
      const now = performance.eventLoopUtilization();
      busy.set(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    },
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help: since(help), registers });
  const mean = gauge('nodejs_eventloop_lag_mean_seconds', 'Mean event loop delay');
  const max = gauge('nodejs_eventloop_lag_max_seconds', 'Longest event loop delay');
  const busy = gauge('nodejs_eventloop_utilization_ratio', 'Share of time in which the event loop was busy');
  return () => delay.disable();
}

/** Measures the answers of the framework. Calls within the process are part of the request that makes them. */
function measureRequests(app: FastifyInstance, measure: Measure): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInnerCall(request.raw)) {
      const source: Source = request.answeredFrom ?? 'rendered';
      const answer = { method: request.method, route: routeOf(request), status: reply.statusCode, source };
      measure(answer, reply.elapsedTime / 1000);
    }
    done();
  });
}
