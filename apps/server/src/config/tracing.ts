const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** OpenTelemetry defines these names and their meaning. Its packages read them themselves. */
export const tracingSettingNames: readonly string[] = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_SDK_DISABLED',
];

export interface TracingConfig {
  protocol: (typeof OTLP_PROTOCOLS)[number];
}

/** Returns a warning for a setting that cannot be used. The site then starts without traces. */
export function readTracing(env: NodeJS.ProcessEnv): {
  tracing: TracingConfig | undefined;
  warnings: string[];
} {
  const tracingWarnings: string[] = [];
  const protocol = OTLP_PROTOCOLS.find((name) => name === env.OTEL_EXPORTER_OTLP_PROTOCOL);
  if (!protocol && env.OTEL_EXPORTER_OTLP_PROTOCOL) {
    tracingWarnings.push(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be ${OTLP_PROTOCOLS.join(' or ')}; ${OTLP_PROTOCOLS[0]} is used.`,
    );
  }
  const endpointSetting = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const endpoint = env[endpointSetting];
  const isEndpointUrlUsable =
    endpoint !== undefined && /^https?:\/\//i.test(endpoint) && URL.canParse(endpoint);
  if (endpoint && !isEndpointUrlUsable) {
    tracingWarnings.push(
      `${endpointSetting} must be an address that starts with http:// or https://; no traces are sent.`,
    );
  }
  const isTracingOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  return {
    tracing: isEndpointUrlUsable && !isTracingOff ? { protocol: protocol ?? OTLP_PROTOCOLS[0] } : undefined,
    warnings: tracingWarnings,
  };
}
