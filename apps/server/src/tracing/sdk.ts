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
import { routeByTracedRequest, setTracingApi } from './span.ts';

/** The process does not wait longer for a collector that does not answer. */
const LAST_EXPORT_TIMEOUT_MS = 1000;

interface StartTracingOptions extends TracingConfig {
  log: Pick<Logger, 'info' | 'warn'>;
  quietRoutes: ReadonlySet<string>;
  /** Returns undefined unless a trusted proxy names the span of the caller. */
  traceparentOf(request: IncomingMessage): string | undefined;
}

/**
 * Starts tracing and returns the function that ends it. Tracing patches modules while they load, so the web server
 * and the database must be loaded afterwards.
 */
export async function startTracing({
  protocol,
  log,
  quietRoutes,
  traceparentOf,
}: StartTracingOptions): Promise<() => Promise<void>> {
  // Logs only the message, because further arguments may contain headers from the settings
  const warnOfTraces = (message: string) => log.warn(`traces: ${message}`);
  const ignoreMessage = () => {};
  api.diag.setLogger({
    error: warnOfTraces,
    warn: warnOfTraces,
    info: ignoreMessage,
    debug: ignoreMessage,
    verbose: ignoreMessage,
  });
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const isQuietUrl = (url = '') => quietRoutes.has(url.replace(/\?.*/s, ''));
  const incomingPropagator = new core.W3CTraceContextPropagator();
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({ 'service.name': 'institute' }),
    resourceDetectors: [resources.envDetector, resources.serviceInstanceIdDetector],
    traceExporter: makeSafeExporter(new OTLPTraceExporter(), log),
    metricReaders: [],
    logRecordProcessors: [],
    // Called services get no header of the trace
    textMapPropagator: {
      inject: ignoreMessage,
      extract: (context, carrier, getter) => incomingPropagator.extract(context, carrier, getter),
      fields: () => incomingPropagator.fields(),
    },
    instrumentations: [
      new HttpInstrumentation({
        // Only webhooks use this client. They have spans of their own, without the address of the receiver
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: (request) => {
          // With this header a stranger could join traces, or have every request recorded
          if (!traceparentOf(request)) delete request.headers.traceparent;
          delete request.headers.tracestate;
          return isQuietUrl(request.url);
        },
        applyCustomAttributesOnSpan: (span, request) => {
          const requestRoute = routeByTracedRequest.get(request);
          if (requestRoute)
            span.updateName(`${request.method} ${requestRoute}`).setAttribute('http.route', requestRoute);
        },
      }),
      new FastifyOtelInstrumentation({
        registerOnInitialization: true,
        instrumentHooks: false,
        instrumentHandler: false,
        recordExceptions: false,
        ignorePaths: ({ url }) => isQuietUrl(url),
        requestHook: (span, { method, routeOptions }) =>
          span.updateName(`${method} ${routeOptions.url ?? ''}`),
      }),
      // A parent is required, so that regular polling makes no traces
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  sdk.start();
  setTracingApi(api);
  return async () => {
    setTracingApi(undefined);
    const sdkClosed = sdk.shutdown().catch(ignoreMessage);
    await Promise.race([sdkClosed, sleep(LAST_EXPORT_TIMEOUT_MS, undefined, { ref: false })]);
  };
}
