import { gzipSync } from 'node:zlib';

const LEVELS = 10_000;
const zipped = { 'content-encoding': 'gzip' };
const writeManyKeys = () => Array.from({ length: 100_000 }, (_, at) => `"${at.toString(36)}":1`).join(',');

type Body = [what: string, body: string | Buffer, headers?: Record<string, string>];

export const listLargeBodies = (): Body[] => [
  ['10,000 lists in each other', '['.repeat(LEVELS) + ']'.repeat(LEVELS)],
  ['10,000 objects in each other', `${'{"name":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`],
  ['10,000 lists that never end', '['.repeat(LEVELS)],
  ['a compressed body', gzipSync('{"name":"Ann"}'), zipped],
  ['a compressed body of 10 MB', gzipSync(Buffer.alloc(10 * 1024 * 1024, ' ')), zipped],
  ['10 MB', `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`],
  ['100,000 keys', `{${writeManyKeys()}}`],
  ['100,000 keys that say the same', `{${'"name":"a",'.repeat(80_000)}"name":"b"}`],
  ['a list of 100,000', `[${'1,'.repeat(100_000)}1]`],
  ['a number of 900,000 digits', `{"amount":${'9'.repeat(900_000)}}`],
  ['900,000 escapes', `{"name":"${'\\u0000'.repeat(150_000)}"}`],
];

export const bodyPaths: readonly string[] = [
  '/api/v1/registrations',
  '/api/v1/contact',
  '/api/v1/donations/webhook',
  '/api/v1/admin/login',
  '/api/v1/programs',
  '/api/trpc/programs.create',
  '/api/trpc/site.update',
  '/api/trpc/auth.requestReset',
];
