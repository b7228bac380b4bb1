import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { OnlineGivingState } from '@institute/contract/donations.constants';
import { isCountryCode } from '@institute/contract/international-phone';
import { place } from '@institute/contract/place';
import * as z from 'zod';
import { loadSecret, prepareDataDir } from '../crypto/data-dir.ts';
import { loadKeys, makeDataKeys, parseKeys } from '../crypto/data-keys.ts';
import { StartError } from '../errors.ts';
import { parseSmsUrl } from './sms-gateway.ts';
import { readTracing, tracingSettingNames } from './tracing.ts';

/** A wrong setting. The message is one line that names the setting and never shows its value. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
}

const declareUrl = (protocols: string[], message: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: message,
    abort: true,
  });
const httpUrl = declareUrl(['http:', 'https:'], 'must be an address that starts with http:// or https://');
const HTTPS_REQUIRED = 'must be an address that starts with https://';
/** Address of a service that gets a secret. Without encryption only an address of this machine is accepted. */
const encryptedUrl = declareUrl(['https:', 'http:'], HTTPS_REQUIRED).refine(
  (text) => new URL(text).protocol === 'https:' || isLoopbackUrl(text),
  HTTPS_REQUIRED,
);
const postgresUrl = declareUrl(
  ['postgres:', 'postgresql:'],
  'must be an address such as postgresql://user:password@host:5432/database',
)
  .refine((text) => new URL(text).pathname.length > 1, 'must name a database: postgresql://host/database')
  .transform((text) => (text.includes('uselibpqcompat') ? text : requireVerifiedTls(text)));

/**
 * Replaces the three weaker values of `sslmode`. The driver treats them like verify-full, but prints a long warning.
 */
const requireVerifiedTls = (url: string) =>
  url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

const trimSlashes = (url: string) => url.replace(/\/+$/, '');
const isUrlOriginOnly = (text: string) => trimSlashes(text).toLowerCase() === new URL(text).origin;
const isWebOrigin = (text: string) =>
  /^https?:\/\//i.test(text) && URL.canParse(text) && isUrlOriginOnly(text);
const booleanText = z.stringbool({
  truthy: ['true', '1', 'yes', 'on'],
  falsy: ['false', '0', 'no', 'off'],
  error: 'must be true or false',
});

const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
function isProxyAddressOrRange(entry: string): boolean {
  if (PROXY_RANGES.includes(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const addressBitCount = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= addressBitCount);
}

const splitByCommas = (text: string) => text.split(',').map((entry) => entry.trim());

const declarePort = (least: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= 65_535,
      `must be a whole number from ${least} to 65535`,
    )
    .transform(Number);

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
  .transform(Number);

const settingsSchema = z.object({
  PORT: declarePort(0).default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  PUBLIC_URL: httpUrl
    .refine(isUrlOriginOnly, 'must be an address without a path, such as https://www.example.org')
    .transform(trimSlashes)
    .optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((dir) => resolve(dir)),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_PREPARED: booleanText.default(true),
  REDIS_URL: declareUrl(
    ['redis:', 'rediss:'],
    'must be an address that starts with redis:// or rediss://',
  ).optional(),
  ADMIN_SIGNUP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').optional(),
  AUTH_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32, 'must be at least 32 bytes long')
    .optional(),
  DATA_KEY: z
    .string()
    .transform((text, refuse) => {
      const parsedDataKeys = parseKeys(text, ',');
      if (!parsedDataKeys)
        refuse.addIssue('must be 32 bytes in base64, or several such keys separated by commas');
      return parsedDataKeys ?? z.NEVER;
    })
    .optional(),
  SEED_DEMO: booleanText.optional(),
  RATE_LIMIT_FACTOR: z
    .string()
    .refine((text) => Number(text) > 0 && Number.isFinite(Number(text)), 'must be a number greater than 0')
    .transform(Number)
    .default(1),
  SMTP_URL: declareUrl(
    ['smtp:', 'smtps:'],
    'must be an address that starts with smtp:// or smtps://',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\s@<>,]+@[^\s@<>,]+|[^<>\r\n]*<[^\s@<>,]+@[^\s@<>,]+>)$/,
      'must be an address or Name <address>',
    )
    .optional(),
  SMS_URL: z
    .string()
    .transform((text, refuse) => {
      try {
        return parseSmsUrl(text, isLoopbackUrl);
      } catch (error) {
        refuse.addIssue((error as Error).message);
        return z.NEVER;
      }
    })
    .optional(),
  SMS_SIGNING_KEY: z.string().min(8, 'must be at least 8 characters long').optional(),
  SMS_DAILY_LIMIT: wholeNumber.default(500),
  MAIL_VISITORS_DAILY: z
    .string()
    .regex(/^\d{1,6}, ?\d{1,6}$/, 'must be two whole numbers with a comma, such as 100,500')
    .default('100,500')
    .transform((text) => {
      const [visitors = 0, applicants = 0] = text.split(',').map(Number);
      return { visitors, applicants };
    }),
  SMS_COUNTRIES: z
    .string()
    .transform((text) => splitByCommas(text.toUpperCase()))
    .refine(
      (countries) => countries.every(isCountryCode),
      `must be countries of two letters, such as ${place.country},RW, separated by commas`,
    )
    .default([place.country]),
  DONATIONS: z.enum(['sandbox', 'off'], 'must be sandbox or off').optional(),
  FLUTTERWAVE_PUBLIC_KEY: z.string().optional(),
  FLUTTERWAVE_SECRET_KEY: z.string().optional(),
  FLUTTERWAVE_SECRET_HASH: z.string().optional(),
  FLUTTERWAVE_BASE_URL: encryptedUrl.transform(trimSlashes).default('https://api.flutterwave.com/v3'),
  TRUST_PROXY: z
    .string()
    .transform(splitByCommas)
    .refine(
      (entries) => entries.every(isProxyAddressOrRange),
      'must be addresses, networks or loopback, separated by commas',
    )
    .default([]),
  CORS_ORIGINS: z
    .string()
    .transform(splitByCommas)
    .refine(
      (origins) => origins.every(isWebOrigin),
      'must be addresses without a path, such as https://app.example.org, separated by commas',
    )
    .transform((origins) => origins.map((origin) => new URL(origin).origin))
    .default([]),
  HSTS_SUBDOMAINS: booleanText.default(false),
  WEBHOOKS_ALLOW_PRIVATE: booleanText.default(false),
  IMPORT_ALLOW_PRIVATE: booleanText.default(false),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  METRICS_PORT: declarePort(1).optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  S3_URL: declareUrl(
    ['http:', 'https:', 's3:'],
    'must be an address that starts with https:// or s3://',
  ).optional(),
  UPLOAD_URL: httpUrl.optional(),
  UPLOAD_PRESET: z.string().optional(),
  UPLOADS_PER_DAY_MB: wholeNumber.default(500),
  REGISTRATIONS_DAILY: wholeNumber.default(10_000),
});

export function parseSetting(name: 'DATABASE_URL' | 'S3_URL', text: string, option: string): string {
  const { data, error } = settingsSchema.shape[name].safeParse(text);
  if (!data) throw new ConfigError(`${option} ${error?.issues[0]?.message}.`);
  return data;
}

export const settingNames: string[] = [...Object.keys(settingsSchema.shape), ...tracingSettingNames];

/**
 * Loads settings from a file, which Windows may begin with a byte order mark or write in UTF-16. Variables that are
 * set already keep their value. Returns the names in the file.
 */
export function loadEnvFile(file: string, env: NodeJS.ProcessEnv): string[] {
  const envFileBytes = readFileSync(file);
  const isUtf16 =
    (envFileBytes[0] === 0xff && envFileBytes[1] === 0xfe) ||
    (envFileBytes[0] === 0xfe && envFileBytes[1] === 0xff);
  const encoding = isUtf16 ? (envFileBytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  // A text decoder also removes the byte order mark
  const envFileVariables = parseEnv(new TextDecoder(encoding).decode(envFileBytes));
  for (const [name, value] of Object.entries(envFileVariables)) env[name] ??= value;
  return Object.keys(envFileVariables);
}

/** True for names that Node and its libraries read themselves. */
const isForeignVariable = (name: string) => /^(?:NODE_|OTEL_|UV_|PG|TZ$)/.test(name);

/** Makes a warning for each unknown name, because a misspelt setting would silently keep its default. */
export const findUnknownSettingNames = (names: readonly string[]): string[] =>
  names
    .filter((name) => !settingNames.includes(name) && !isForeignVariable(name))
    .map((name) => `${name} in .env is not a setting; .env.example lists them all.`);

/**
 * Only this function reads the environment. With the embedded database the data folder keeps generated secrets for
 * `AUTH_SECRET` and `DATA_KEY`. `checkDataDir` can refuse the folder before anything is written there.
 */
export function loadConfig(
  env: NodeJS.ProcessEnv = process.env,
  argv: string[] = process.argv.slice(2),
  checkDataDir: (dir: string, isEmbedded: boolean) => void = () => {},
) {
  const fileVariables = env === process.env && existsSync('.env') ? loadEnvFile('.env', env) : [];

  // Compose files and shells pass settings that are not set as empty strings.
  const filledVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { data: s, error } = settingsSchema.safeParse(filledVariables);
  if (error) {
    const firstIssue = error.issues[0];
    throw new ConfigError(`${firstIssue?.path[0]?.toString()} ${firstIssue?.message}.`);
  }

  const usesEmbeddedDatabase = s.DATABASE_URL === undefined;
  if (!usesEmbeddedDatabase && !s.AUTH_SECRET) {
    throw new ConfigError(
      'AUTH_SECRET is required with DATABASE_URL: at least 32 bytes, the same for every process.',
    );
  }
  if (s.FLUTTERWAVE_PUBLIC_KEY && !(s.FLUTTERWAVE_SECRET_KEY && s.FLUTTERWAVE_SECRET_HASH)) {
    throw new ConfigError('FLUTTERWAVE_PUBLIC_KEY needs FLUTTERWAVE_SECRET_KEY and FLUTTERWAVE_SECRET_HASH.');
  }
  if (s.SMS_SIGNING_KEY && s.SMS_URL?.kind !== 'smsgate') {
    throw new ConfigError('SMS_SIGNING_KEY needs an SMS_URL that starts with smsgate+http.');
  }
  const publicUrl = s.PUBLIC_URL ?? `http://localhost:${s.PORT}`;
  for (const allowPrivateSettingName of ['WEBHOOKS_ALLOW_PRIVATE', 'IMPORT_ALLOW_PRIVATE'] as const) {
    if (!s[allowPrivateSettingName] || isLoopbackUrl(publicUrl)) continue;
    throw new ConfigError(`${allowPrivateSettingName} is for tests: it needs a PUBLIC_URL on this machine.`);
  }
  checkDataDir(s.DATA_DIR, usesEmbeddedDatabase);
  prepareDataDir(s.DATA_DIR);
  const { tracing, warnings } = readTracing(filledVariables);

  return {
    port: s.PORT,
    host: s.HOST,
    publicUrl,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    databasePrepared: s.DATABASE_PREPARED,
    redisUrl: s.REDIS_URL,
    // Sign-up is open only when both addresses are of this machine, because a caller from elsewhere can send any Host
    // header
    adminSignup:
      s.ADMIN_SIGNUP ??
      (usesEmbeddedDatabase && isLoopbackUrl(publicUrl) && isLoopbackHost(s.HOST) ? 'open' : 'invite'),
    authSecret: s.AUTH_SECRET ?? loadSecret(s.DATA_DIR, 'auth-secret'),
    dataKeys:
      usesEmbeddedDatabase && !s.DATA_KEY
        ? loadKeys(s.DATA_DIR)
        : makeDataKeys(s.DATA_KEY ?? [], s.AUTH_SECRET),
    // Demo content is never the default on a public address, where it would look like a real school
    seedDemo: s.SEED_DEMO ?? (usesEmbeddedDatabase && isLoopbackUrl(publicUrl)),
    rateLimitFactor: s.RATE_LIMIT_FACTOR,
    smtpUrl: s.SMTP_URL,
    mailFrom: s.MAIL_FROM,
    /** Undefined when SMS are written to files. */
    sms: s.SMS_URL,
    smsSigningKey: s.SMS_SIGNING_KEY,
    /** Number of SMS segments in one day of Kampala. */
    smsDailyLimit: s.SMS_DAILY_LIMIT,
    /** Number of emails in one day of Kampala that visitors can cause, over all mailboxes. */
    mailVisitorsDaily: s.MAIL_VISITORS_DAILY,
    smsCountries: s.SMS_COUNTRIES,
    onlineGiving: readOnlineGiving(s, publicUrl),
    flutterwave: {
      publicKey: s.FLUTTERWAVE_PUBLIC_KEY,
      secretKey: s.FLUTTERWAVE_SECRET_KEY,
      secretHash: s.FLUTTERWAVE_SECRET_HASH,
      baseUrl: s.FLUTTERWAVE_BASE_URL,
    },
    trustProxy: s.TRUST_PROXY,
    corsOrigins: s.CORS_ORIGINS,
    hstsSubdomains: s.HSTS_SUBDOMAINS,
    webhooksAllowPrivate: s.WEBHOOKS_ALLOW_PRIVATE,
    importAllowPrivate: s.IMPORT_ALLOW_PRIVATE,
    logLevel: s.LOG_LEVEL,
    metricsPort: s.METRICS_PORT,
    metricsToken: s.METRICS_TOKEN,
    tracing,
    warnings: [...findUnknownSettingNames(fileVariables), ...warnings],
    s3Url: s.S3_URL,
    uploadUrl: s.UPLOAD_URL,
    uploadPreset: s.UPLOAD_PRESET,
    uploadsPerDayMb: s.UPLOADS_PER_DAY_MB,
    registrationsDaily: s.REGISTRATIONS_DAILY,
    dev: argv.includes('--dev'),
  };
}

/**
 * Decides how online giving works. The sandbox thanks for money that was never paid, so a public site uses it only
 * when `DONATIONS` says so.
 */
function readOnlineGiving(
  { DONATIONS, FLUTTERWAVE_PUBLIC_KEY }: Partial<z.output<typeof settingsSchema>>,
  publicUrl: string,
): OnlineGivingState {
  if (DONATIONS) return DONATIONS === 'sandbox' ? 'test' : 'off';
  if (FLUTTERWAVE_PUBLIC_KEY) return 'open';
  return isLoopbackUrl(publicUrl) ? 'test' : 'off';
}

export type Config = ReturnType<typeof loadConfig>;

export function isLoopbackUrl(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** True for a host of this machine. The host has no scheme, and may be an IPv6 address without brackets. */
export const isLoopbackHost = (host: string): boolean =>
  isLoopbackUrl(`http://${host.includes(':') ? `[${host}]` : host}`);
