import * as z from 'zod';

const flag = (text: string) => text.trim().toLowerCase() === 'true';
const httpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be an address that starts with http:// or https://',
    abort: true,
  })
  .refine(
    (text) => new URL(text).username === '' && new URL(text).password === '',
    'must have no user and password; OTEL_EXPORTER_OTLP_HEADERS takes them',
  );

/** `name=value,name=value`, with percent-encoded values, as OpenTelemetry writes lists. */
const pairs = z.string().transform((text, refuse): Record<string, string> => {
  const entries = text.split(',').filter((entry) => entry.trim());
  try {
    return Object.fromEntries(
      entries.map((entry) => {
        const [, name, value] =
          /^\s*([A-Za-z0-9._/-]+)\s*=\s*([\x21-\x7e]*(?: [\x21-\x7e]+)*)\s*$/.exec(entry) ?? [];
        if (name === undefined || value === undefined) throw new Error('not a pair');
        return [name, decodeURIComponent(value)];
      }),
    );
  } catch {
    refuse.addIssue('must be name=value, several of them separated by commas');
    return z.NEVER;
  }
});

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const samplerNames = SAMPLERS.flatMap((name) => [name, `parentbased_${name}` as const]);

/** Their names and meanings are those of OpenTelemetry. */
const settings = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', 'must be http/json, which collectors read at the port of OTLP over HTTP')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().default('institute'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames, `must be one of ${samplerNames.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => Number(text) >= 0 && Number(text) <= 1, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_SDK_DISABLED: z.string().transform(flag).default(false),
});

export const tracingSettingNames: string[] = Object.keys(settings.shape);

export interface TracingConfig {
  url: string;
  headers: Record<string, string>;
  resource: Record<string, string>;
  /** Share of the traces that are recorded, from 0 to 1. */
  ratio: number;
  /** The caller decides for the traces that it has begun. */
  followsCaller: boolean;
}

/**
 * `tracing` is undefined where no endpoint is set. No setting of traces stops a site: one that cannot be used is left out
 * with a warning.
 */
export function readTracing(env: Record<string, string | undefined>) {
  const issues = settings.safeParse(env).error?.issues ?? [];
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const usable = Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name)));
  return {
    tracing: tracingOf(settings.parse(usable)),
    warnings: issues.map(({ path, message }) => `${path[0]?.toString()} ${message}. It is not used.`),
  };
}

function tracingOf(s: z.output<typeof settings>): TracingConfig | undefined {
  const base = s.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = s.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (!url || s.OTEL_SDK_DISABLED || s.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const sampler = s.OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  return {
    url,
    headers: s.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: { ...s.OTEL_RESOURCE_ATTRIBUTES, 'service.name': s.OTEL_SERVICE_NAME },
    ratio: sampler === 'always_on' ? 1 : sampler === 'always_off' ? 0 : s.OTEL_TRACES_SAMPLER_ARG,
    followsCaller: s.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
  };
}
