import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isInnerCall } from './in-process-call.ts';
import { readRoutePattern } from './request-context.ts';

const FIGURE_TIMEOUT_MS = 2000;
const ANSWER_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const JOB_BUCKETS_S = [0.01, 0.1, 1, 10, 60, 600];

type Source = 'memory' | 'rendered';
export type Answer = { method: string; route: string; status: number; source: Source };

type Measure = (answer: Answer, seconds: number) => void;

export type Value = number | readonly { labels: Record<string, string>; value: number }[];

interface Figure {
  name: string;
  help: string;
  labelNames?: string[];
  read(): Value | Promise<Value>;
}

export type Metrics = ReturnType<typeof openMetrics>;

export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    registers,
    labelNames: ['method', 'route', 'status', 'source'],
    buckets: ANSWER_BUCKETS_S,
  });
  const measureAnswer: Measure = (answer, seconds) => durations.observe(answer, seconds);
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time that a job took',
    registers,
    buckets: JOB_BUCKETS_S,
    labelNames: ['job', 'result'],
  });

  /** Read with each request of the metrics. A figure that cannot be read is left out. */
  const addGauge = ({ read, ...names }: Figure) => {
    new Gauge({
      ...names,
      registers,
      async collect() {
        const late = sleep(FIGURE_TIMEOUT_MS, undefined, { ref: false });
        const value = await Promise.race([late, new Promise<Value>((resolve) => resolve(read()))]).catch(
          () => undefined,
        );
        this.reset();
        if (typeof value === 'number') this.set(value);
        else for (const one of value ?? []) this.set(one.labels, one.value);
        // Without labels the reset has written a zero
        if (value === undefined && !names.labelNames) this.remove();
      },
    });
  };
  const addCounter = ({ read, ...names }: Omit<Figure, 'read'> & { read(): Value }) => {
    new Counter({
      ...names,
      registers,
      collect() {
        this.reset();
        const value = read();
        if (typeof value === 'number') this.inc(value);
        else for (const one of value) this.inc(one.labels, one.value);
      },
    });
  };

  return {
    contentType: registry.contentType,
    gauge: addGauge,
    counter: addCounter,
    measure: measureAnswer,
    jobRan: (job: string, result: 'done' | 'failed', seconds: number): void =>
      jobs.observe({ job, result }, seconds),
    text: (): Promise<string> => registry.metrics(),
    measureRequests: (app: FastifyInstance): void => measureRequests(app, measureAnswer),
  };
}

function measureRequests(app: FastifyInstance, measure: Measure): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInnerCall(request.raw)) {
      const source: Source = request.answeredFrom ?? 'rendered';
      const answer = {
        method: request.method,
        route: readRoutePattern(request),
        status: reply.statusCode,
        source,
      };
      measure(answer, reply.elapsedTime / 1000);
    }
    done();
  });
}
