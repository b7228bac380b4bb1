import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isInnerCall } from './in-process-call.ts';
import { readRoutePattern } from './request-context.ts';

const FIGURE_TIMEOUT_MS = 2000;
const ANSWER_DURATION_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const JOB_DURATION_BUCKETS_S = [0.01, 0.1, 1, 10, 60, 600];

type AnswerSource = 'memory' | 'rendered';
export type MeasuredAnswer = { method: string; route: string; status: number; source: AnswerSource };

type RecordAnswerDuration = (answer: MeasuredAnswer, seconds: number) => void;

export type MetricValue = number | readonly { labels: Record<string, string>; value: number }[];

interface MetricFigure {
  name: string;
  help: string;
  labelNames?: string[];
  read(): MetricValue | Promise<MetricValue>;
}

export type Metrics = ReturnType<typeof openMetrics>;

export function openMetrics() {
  const metricsRegistry = new Registry();
  const metricsRegistries = [metricsRegistry];
  collectDefaultMetrics({ register: metricsRegistry });
  const answerDurations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    registers: metricsRegistries,
    labelNames: ['method', 'route', 'status', 'source'],
    buckets: ANSWER_DURATION_BUCKETS_S,
  });
  const recordAnswerDuration: RecordAnswerDuration = (answer, seconds) =>
    answerDurations.observe(answer, seconds);
  const jobDurations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time that a job took',
    registers: metricsRegistries,
    buckets: JOB_DURATION_BUCKETS_S,
    labelNames: ['job', 'result'],
  });

  /** Adds a figure that is read with each request of the metrics. A figure that cannot be read is left out. */
  const addGauge = ({ read, ...names }: MetricFigure) => {
    new Gauge({
      ...names,
      registers: metricsRegistries,
      async collect() {
        const figureTimeout = sleep(FIGURE_TIMEOUT_MS, undefined, { ref: false });
        const figureValue = await Promise.race([
          figureTimeout,
          new Promise<MetricValue>((resolve) => resolve(read())),
        ]).catch(() => undefined);
        this.reset();
        if (typeof figureValue === 'number') this.set(figureValue);
        else
          for (const labelledValue of figureValue ?? []) this.set(labelledValue.labels, labelledValue.value);
        // Removes the zero that the reset has written for a figure without labels
        if (figureValue === undefined && !names.labelNames) this.remove();
      },
    });
  };
  const addCounter = ({ read, ...names }: Omit<MetricFigure, 'read'> & { read(): MetricValue }) => {
    new Counter({
      ...names,
      registers: metricsRegistries,
      collect() {
        this.reset();
        const counterValue = read();
        if (typeof counterValue === 'number') this.inc(counterValue);
        else for (const countedValue of counterValue) this.inc(countedValue.labels, countedValue.value);
      },
    });
  };

  return {
    contentType: metricsRegistry.contentType,
    gauge: addGauge,
    counter: addCounter,
    measure: recordAnswerDuration,
    jobRan: (job: string, result: 'done' | 'failed', seconds: number): void =>
      jobDurations.observe({ job, result }, seconds),
    text: (): Promise<string> => metricsRegistry.metrics(),
    measureRequests: (app: FastifyInstance): void => measureRequestDurations(app, recordAnswerDuration),
  };
}

function measureRequestDurations(app: FastifyInstance, measure: RecordAnswerDuration): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInnerCall(request.raw)) {
      const answerSource: AnswerSource = request.answeredFrom ?? 'rendered';
      const measuredAnswer = {
        method: request.method,
        route: readRoutePattern(request),
        status: reply.statusCode,
        source: answerSource,
      };
      measure(measuredAnswer, reply.elapsedTime / 1000);
    }
    done();
  });
}
