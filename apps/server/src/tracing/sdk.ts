import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import * as api from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { core, NodeSDK, resources } from '@opentelemetry/sdk-node';
import type { Logger } from 'pino';
import type { TracingConfig } from '../config/tracing.ts';
import { makeSafeExporter } from './exporter.ts';
import { tracedRoutes, useTracing } from './span.ts';

/** A collector that does not answer must not hold up the end of the process. */
const LAST_EXPORT_TIMEOUT_MS = 1000;

interface Options extends TracingConfig {
  log: Pick<Logger, 'info' | 'warn'>;
  quietRoutes: ReadonlySet<string>;
  /** Undefined unless a trusted proxy names the span of the caller. */
  traceparentOf(request: IncomingMessage): string | undefined;
}

/**
 * Returns the function that ends tracing. It patches modules while they load, so the web server and the
 * database must be loaded afterwards.
 */
export async function startTracing({
  protocol,
  log,
  quietRoutes,
  traceparentOf,
}: Options): Promise<() => Promise<void>> {
  // Only the message: its arguments may hold headers of the settings
  const warn = (message: string) => log.warn(`traces: ${message}`);
  const ignore = () => {};
  api.diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore });
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const isQuiet = (url = '') => quietRoutes.has(url.replace(/\?.*/s, ''));
  const incoming = new core.W3CTraceContextPropagator();
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({ 'service.name': 'institute' }),
    resourceDetectors: [resources.envDetector, resources.serviceInstanceIdDetector],
    traceExporter: makeSafeExporter(new OTLPTraceExporter(), log),
    metricReaders: [],
    logRecordProcessors: [],
    // Called services learn nothing of the trace
    textMapPropagator: {
      inject: ignore,
      extract: (context, carrier, getter) => incoming.extract(context, carrier, getter),
      fields: () => incoming.fields(),
    },
    instrumentations: [
      new HttpInstrumentation({
        // Only webhooks use it, and have their own spans without the address of the receiver
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: (request) => {
          // A stranger could join traces, or have everything recorded
          if (!traceparentOf(request)) delete request.headers.traceparent;
          delete request.headers.tracestate;
          return isQuiet(request.url);
        },
        applyCustomAttributesOnSpan: (span, request) => {
          const route = tracedRoutes.get(request);
          if (route) span.updateName(`${request.method} ${route}`).setAttribute('http.route', route);
        },
      }),
      new FastifyOtelInstrumentation({
        registerOnInitialization: true,
        instrumentHooks: false,
        instrumentHandler: false,
        recordExceptions: false,
        ignorePaths: ({ url }) => isQuiet(url),
        requestHook: (span, { method, routeOptions }) =>
          span.updateName(`${method} ${routeOptions.url ?? ''}`),
      }),
      // Polling makes no traces of its own
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  sdk.start();
  useTracing(api);
  return async () => {
    useTracing(undefined);
    const ended = sdk.shutdown().catch(ignore);
    await Promise.race([ended, sleep(LAST_EXPORT_TIMEOUT_MS, undefined, { ref: false })]);
  };
}
