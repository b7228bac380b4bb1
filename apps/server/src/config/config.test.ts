import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { place } from '@institute/contract/place';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, findUnknownSettingNames, loadConfig, loadEnvFile, settingNames } from './config.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'institute-config-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const load = (env: NodeJS.ProcessEnv = {}, argv: string[] = []) =>
  loadConfig({ DATA_DIR: dir, ...env }, argv);
const dataKey = Buffer.alloc(32, 1).toString('base64');
const given = {
  DATABASE_URL: 'postgresql://db.example.org/institute',
  AUTH_SECRET: 's'.repeat(32),
  DATA_KEY: dataKey,
};

const keys = {
  FLUTTERWAVE_PUBLIC_KEY: 'public',
  FLUTTERWAVE_SECRET_KEY: 'hidden',
  FLUTTERWAVE_SECRET_HASH: 'hidden',
};

test('needs no settings on the embedded database', () => {
  expect(load()).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: dir,
    databaseUrl: undefined,
    adminSignup: 'open',
    seedDemo: true,
    rateLimitFactor: 1,
    uploadsPerDayMb: 500,
    sms: undefined,
    smsDailyLimit: 500,
    smsCountries: [place.country],
    trustProxy: [],
    logLevel: 'info',
    onlineGiving: 'test',
    flutterwave: { publicKey: undefined, baseUrl: 'https://api.flutterwave.com/v3' },
    dev: false,
  });
});

test('defaults to no demo content and sign-up by invitation on a given database', () => {
  expect(load(given)).toMatchObject({
    adminSignup: 'invite',
    seedDemo: false,
    authSecret: given.AUTH_SECRET,
  });
});

test.each([
  ['on this machine', {}, 'open'],
  ['listening at every address', { HOST: '0.0.0.0' }, 'invite'],
  ['listening at every address of IPv6', { HOST: '::' }, 'invite'],
  ['listening at the loopback address of IPv6', { HOST: '::1' }, 'open'],
  ['at a public address', { PUBLIC_URL: 'https://www.example.org' }, 'invite'],
  ['on a given database', given, 'invite'],
  ['where it is set', { PUBLIC_URL: 'https://www.example.org', ADMIN_SIGNUP: 'open' }, 'open'],
] as const)('decides on sign-up %s', (_, env, mode) => {
  expect(load(env).adminSignup).toBe(mode);
});

test.each([
  ['on this machine', {}, true],
  ['at a public address', { PUBLIC_URL: 'https://www.example.org' }, false],
  ['on a given database', given, false],
  ['where it is set', { PUBLIC_URL: 'https://www.example.org', SEED_DEMO: 'true' }, true],
] as const)('decides on demo content %s', (_, env, isSeeded) => {
  expect(load(env).seedDemo).toBe(isSeeded);
});

test('keeps one secret in the data folder across starts, unreadable to others', () => {
  const { authSecret } = load();
  expect(Buffer.byteLength(authSecret)).toBeGreaterThanOrEqual(32);
  expect(load().authSecret).toBe(authSecret);
  expect(readFileSync(join(dir, 'auth-secret'), 'utf8')).toBe(authSecret);
  expect(statSync(join(dir, 'auth-secret')).mode & 0o077).toBe(0);
});

test.each([
  ['on this machine', {}, 'test'],
  ['at another loopback address', { PUBLIC_URL: 'http://127.0.0.1:8080' }, 'test'],
  ['at the IPv6 loopback address', { PUBLIC_URL: 'http://[::1]:8080' }, 'test'],
  ['at a public address', { PUBLIC_URL: 'https://www.example.org' }, 'off'],
  ['at an address of the network', { PUBLIC_URL: 'http://192.168.1.5:3000' }, 'off'],
  ['at a name like a loopback one', { PUBLIC_URL: 'http://localhost.example.org' }, 'off'],
  ['with keys', { ...keys, PUBLIC_URL: 'https://www.example.org' }, 'open'],
  ['with keys on this machine', keys, 'open'],
  ['with DONATIONS=sandbox', { PUBLIC_URL: 'https://www.example.org', DONATIONS: 'sandbox' }, 'test'],
  ['with DONATIONS=sandbox and keys', { ...keys, DONATIONS: 'sandbox' }, 'test'],
  ['with DONATIONS=off', { ...keys, DONATIONS: 'off' }, 'off'],
] as const)('decides on online giving %s', (_, env, state) => {
  expect(load(env).onlineGiving).toBe(state);
});

test('keeps one data key in the data folder across starts, unreadable to others', () => {
  const [key] = load().dataKeys.all();
  expect(load().dataKeys.all()).toEqual([key]);
  expect(Buffer.from(readFileSync(join(dir, 'data-key'), 'utf8'), 'base64')).toHaveLength(32);
  expect(statSync(join(dir, 'data-key')).mode & 0o077).toBe(0);
});

test('makes no data key where one is given, and reads several', () => {
  const other = Buffer.alloc(32, 2).toString('base64');
  const ids = (text: string) =>
    load({ DATA_KEY: text })
      .dataKeys.all()
      .map(({ id }) => id);
  const both = ids(`${dataKey}, ${other}`);
  expect(both).toEqual([...ids(dataKey), ...ids(other)]);
  expect(existsSync(join(dir, 'data-key'))).toBe(false);
});

test('derives the data key from AUTH_SECRET, which goes on reading beside a DATA_KEY', () => {
  const ids = (env: Record<string, string>) =>
    load({ ...given, ...env })
      .dataKeys.all()
      .map(({ id }) => id);
  const [derived] = ids({ DATA_KEY: '' });
  expect(ids({ DATA_KEY: '' })).toEqual([derived]);
  expect(ids({ DATA_KEY: '', AUTH_SECRET: 't'.repeat(32) })).not.toEqual([derived]);
  expect(ids({})).toEqual([load({ DATA_KEY: dataKey }).dataKeys.all()[0].id, derived]);
  expect(existsSync(join(dir, 'data-key'))).toBe(false);
});

test('webhooks and pictures of private addresses are for tests on this machine', () => {
  expect(load().webhooksAllowPrivate).toBe(false);
  expect(load({ WEBHOOKS_ALLOW_PRIVATE: 'true' }).webhooksAllowPrivate).toBe(true);
  const exposed = { WEBHOOKS_ALLOW_PRIVATE: 'true', PUBLIC_URL: 'https://www.example.org' };
  expect(() => load(exposed)).toThrow('it needs a PUBLIC_URL on this machine');
  const importing = { ...exposed, WEBHOOKS_ALLOW_PRIVATE: 'false', IMPORT_ALLOW_PRIVATE: 'true' };
  expect(() => load(importing)).toThrow('IMPORT_ALLOW_PRIVATE is for tests');
});

test('treats an empty setting as absent', () => {
  expect(load({ PORT: '', DATABASE_URL: ' ', TRUST_PROXY: '' })).toMatchObject({
    port: 3000,
    trustProxy: [],
  });
});

test('accepts proxies as addresses, networks and names of ranges', () => {
  const { trustProxy } = load({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32 , 192.0.2.7' });
  expect(trustProxy).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
});

test('accepts origins as browsers send them, in any spelling of the address', () => {
  expect(load().corsOrigins).toEqual([]);
  const { corsOrigins } = load({ CORS_ORIGINS: 'https://App.example.org/ ,http://localhost:5173' });
  expect(corsOrigins).toEqual(['https://app.example.org', 'http://localhost:5173']);
});

test('accepts public addresses with or without a trailing slash', () => {
  expect(load({ PUBLIC_URL: 'https://www.example.org/' }).publicUrl).toBe('https://www.example.org');
  expect(load({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
});

test('accepts a sender with and without a name, and a mail server without credentials', () => {
  expect(
    load({ MAIL_FROM: 'Institute <office@example.org>', SMTP_URL: 'smtp://localhost:1025' }),
  ).toMatchObject({
    mailFrom: 'Institute <office@example.org>',
    smtpUrl: 'smtp://localhost:1025',
  });
  expect(load({ MAIL_FROM: 'office@example.org' }).mailFrom).toBe('office@example.org');
});

test.each([
  [
    'africastalking://institute:atsk_1%2F2@api.africastalking.com?from=INSTITUTE',
    { url: 'https://api.africastalking.com', username: 'institute', apiKey: 'atsk_1/2', sender: 'INSTITUTE' },
  ],
  ['africastalking://institute:key@api.africastalking.com', { kind: 'africastalking', sender: undefined }],
  ['africastalking+http://institute:key@127.0.0.1:4000', { url: 'http://127.0.0.1:4000' }],
  [
    'smsgate+http://sms:p%40ss@192.168.1.20:8080',
    { kind: 'smsgate', url: 'http://192.168.1.20:8080', username: 'sms', password: 'p@ss' },
  ],
  ['smsgate+https://sms:hidden@phone.local', { kind: 'smsgate', url: 'https://phone.local' }],
])('reads the gateway %s', (url, gateway) => {
  expect(load({ SMS_URL: url }).sms).toMatchObject(gateway);
});

test('reads the development mode from a flag', () => {
  expect(load({}, ['--dev']).dev).toBe(true);
});

test('keeps the permissions of a folder that holds other files', () => {
  mkdirSync(join(dir, 'notes'));
  const mode = 0o750;
  rmSync(join(dir, 'auth-secret'), { force: true });
  chmodSync(dir, mode);
  load();
  expect(statSync(dir).mode & 0o777).toBe(mode);
});

test.for([
  [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ HOST: 'a b' }, 'HOST must be'],
  [{ PUBLIC_URL: 'www.example.org' }, 'PUBLIC_URL must be an address'],
  [{ PUBLIC_URL: 'https://example.org/site' }, 'PUBLIC_URL must be an address without a path'],
  [{ DATABASE_URL: 'mysql://user:hidden@db/x' }, 'DATABASE_URL must be'],
  [{ DATABASE_URL: 'postgresql://db.example.org' }, 'DATABASE_URL must name a database'],
  [{ DATABASE_URL: given.DATABASE_URL }, 'AUTH_SECRET is required'],
  [{ ...given, AUTH_SECRET: 'hidden' }, 'AUTH_SECRET must be at least 32 bytes'],
  [{ DATA_KEY: 'hidden' }, 'DATA_KEY must be 32 bytes in base64'],
  [{ DATA_KEY: `${dataKey},hidden` }, 'DATA_KEY must be 32 bytes in base64'],
  [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL must be'],
  [{ ADMIN_SIGNUP: 'yes' }, 'ADMIN_SIGNUP must be open, invite or closed.'],
  [{ SEED_DEMO: 'perhaps' }, 'SEED_DEMO must be true or false.'],
  [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be a number greater than 0.'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be'],
  [{ MAIL_FROM: 'office' }, 'MAIL_FROM must be'],
  [{ SMS_URL: 'hidden' }, 'SMS_URL must be africastalking://USERNAME:APIKEY@'],
  [{ SMS_URL: 'https://a:hidden@api.africastalking.com' }, 'SMS_URL must be africastalking://'],
  [{ SMS_URL: 'africastalking://hidden@api.africastalking.com' }, 'SMS_URL needs a user name and a password'],
  [{ SMS_URL: 'africastalking://a:hidden@api.africastalking.com/v1' }, 'SMS_URL must have no path.'],
  [{ SMS_URL: 'africastalking://a:hidden@h.org?to=hidden' }, 'SMS_URL may have only ?from=SENDER'],
  [{ SMS_URL: 'africastalking://a:hidden@h.org?from=<hidden>' }, 'SMS_URL needs a sender of 3 to 20'],
  [{ SMS_URL: 'africastalking+http://a:hidden@h.org' }, 'SMS_URL must start with africastalking://'],
  [{ SMS_URL: 'smsgate+http://a:hidden%@192.168.1.20' }, 'SMS_URL must have % written as %25'],
  [{ SMS_URL: 'smsgate+http://a:hidden@192.168.1.20?from=X' }, 'SMS_URL must have nothing after the port.'],
  [
    { MAIL_VISITORS_DAILY: '100' },
    'MAIL_VISITORS_DAILY must be two whole numbers with a comma, such as 100,500.',
  ],
  [{ SMS_DAILY_LIMIT: '0' }, 'SMS_DAILY_LIMIT must be a whole number from 1 to 999999.'],
  [
    { SMS_COUNTRIES: 'UG,hidden' },
    `SMS_COUNTRIES must be countries of two letters, such as ${place.country},RW`,
  ],
  [{ SMS_COUNTRIES: 'UG,XX' }, `SMS_COUNTRIES must be countries of two letters, such as ${place.country},RW`],
  [{ SMS_SIGNING_KEY: 'hidden' }, 'SMS_SIGNING_KEY must be at least 8'],
  [{ SMS_SIGNING_KEY: 'hidden-key' }, 'SMS_SIGNING_KEY needs an SMS_URL that starts with smsgate+http.'],
  [{ DONATIONS: 'true' }, 'DONATIONS must be sandbox or off.'],
  [{ ...keys, FLUTTERWAVE_SECRET_KEY: '' }, 'FLUTTERWAVE_PUBLIC_KEY needs FLUTTERWAVE_SECRET_KEY and'],
  [{ ...keys, FLUTTERWAVE_SECRET_HASH: '' }, 'FLUTTERWAVE_PUBLIC_KEY needs FLUTTERWAVE_SECRET_KEY and'],
  [{ ...keys, DONATIONS: 'off', FLUTTERWAVE_SECRET_KEY: '' }, 'FLUTTERWAVE_PUBLIC_KEY needs'],
  [{ FLUTTERWAVE_BASE_URL: 'http://api.example.org' }, 'FLUTTERWAVE_BASE_URL must be an address that'],
  [{ TRUST_PROXY: '1' }, 'TRUST_PROXY must be'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be'],
  [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS must be addresses without a path'],
  [{ CORS_ORIGINS: 'null' }, 'CORS_ORIGINS must be'],
  [{ CORS_ORIGINS: 'https://app.example.org/here' }, 'CORS_ORIGINS must be'],
  [{ CORS_ORIGINS: 'https://hidden@a.example.org' }, 'CORS_ORIGINS must be'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
  [{ METRICS_PORT: '0' }, 'METRICS_PORT must be a whole number from 1 to 65535.'],
  [{ UPLOADS_PER_DAY_MB: '0' }, 'UPLOADS_PER_DAY_MB must be a whole number from 1 to 999999.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be'],
  [{ S3_URL: 'bucket' }, 'S3_URL must be'],
  [{ UPLOAD_URL: 'ftp://x' }, 'UPLOAD_URL must be'],
] as const)('refuses %j in one line that names the setting and hides its value', ([env, line]) => {
  const refused = () => load(env);
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(line);
  expect(refused).not.toThrow(/hidden|\n/);
});

test('refuses a data folder that cannot be written, and a secret that cannot be read', () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  expect(() => load({ DATA_DIR: join(file, 'data') })).toThrow(
    /^The data folder .*file\/data cannot be written \(a file is in the way\); set DATA_DIR to another\.$/,
  );
  mkdirSync(join(dir, 'auth-secret'));
  expect(() => load()).toThrow(`${join(dir, 'auth-secret')} cannot be read (it is a folder).`);
});

test('takes a payment provider without encryption on this machine only', () => {
  for (const address of ['http://127.0.0.1:8080/v3', 'http://localhost:8080/v3', 'https://api.example.org']) {
    expect(load({ FLUTTERWAVE_BASE_URL: address }).flutterwave.baseUrl).toBe(address);
  }
});

test('traces are sent as Protobuf where an endpoint is set, or as JSON where that is asked for', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318';
  const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'https://traces.example.org/in';
  expect(load({}).tracing).toBeUndefined();
  expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({ protocol: 'http/protobuf' });
  expect(load({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }).tracing).toEqual({ protocol: 'http/protobuf' });
  const asJson = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  expect(load(asJson)).toMatchObject({ tracing: { protocol: 'http/json' }, warnings: [] });
  expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
  expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined();
});

test('a setting of traces that cannot be used is a warning that hides its value', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318';
  for (const OTEL_EXPORTER_OTLP_PROTOCOL of ['grpc', 'hidden']) {
    const { tracing, warnings } = load({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL });
    expect(tracing).toEqual({ protocol: 'http/protobuf' });
    expect(warnings).toEqual([
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json; http/protobuf is used.',
    ]);
  }
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) {
    const { tracing, warnings } = load({ [name]: 'hidden:4318' });
    expect(tracing).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(`^${name} must be an address (?!.*hidden)`)]);
  }
});

test.each([
  ['a byte order mark', Buffer.from('\ufeffDATABASE_URL=postgresql://one\r\nPORT="3001"\r\n')],
  ['UTF-16', Buffer.from('\ufeffDATABASE_URL=postgresql://one\r\nPORT="3001"\r\n', 'utf16le')],
  ['neither', Buffer.from("DATABASE_URL=postgresql://one\nPORT='3001'")],
])('reads every line of an .env with %s, and keeps what is set already', (_, bytes) => {
  const file = join(dir, '.env');
  writeFileSync(file, bytes);
  const env: NodeJS.ProcessEnv = { PORT: '4000' };
  loadEnvFile(file, env);
  expect(env).toEqual({ DATABASE_URL: 'postgresql://one', PORT: '4000' });
});

test('names a setting that is misspelt in .env, without its value', () => {
  const file = join(dir, '.env');
  writeFileSync(
    file,
    'SMTP_ULR=smtps://name:secret@mail.example\nPORT=3001\nNODE_OPTIONS=\nOTEL_SERVICE_NAME=site',
  );
  expect(findUnknownSettingNames(loadEnvFile(file, {}))).toEqual([
    'SMTP_ULR in .env is not a setting; .env.example lists them all.',
  ]);
});

test('knows the same settings as the example file', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8');
  const listed = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...settingNames].sort());
});
