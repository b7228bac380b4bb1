import { expect, test } from 'vitest';
import { type Installation, listCheckLines } from './check-lines.ts';

const about: Installation = {
  version: '1.1.0',
  node: '26.10.0',
  startedAt: '2026-11-21T09:00:00.000Z',
  database: { version: '18.4', bytes: 12_000_000, kind: 'embedded' },
  migrations: { pending: [], unknown: [] },
  storage: { kind: 'folder', uploads: 1, bytes: 3_214_556, freeBytes: 52_000_000_000, answers: true },
  mail: { kind: 'server', waiting: 3, failing: 0, parked: 0, sentToday: 1200, filedToday: 0 },
  sms: { kind: 'gateway', waiting: 1, failing: 0, parked: 0, sentToday: 40, filedToday: 0 },
  jobs: { waiting: 0, failed: 0, failedNames: [] },
  backup: { id: 1, madeAt: '2026-11-20T22:30:00.000Z', rows: 1374, files: 48, missing: 0 },
  failedStarts: [],
  checks: (['migrations', 'changes', 'storage', 'mail', 'sms', 'jobs', 'backup'] as const).map((name) => ({
    name,
    isGood: true,
  })),
};
const textsOf = (changed: Partial<Installation>) =>
  listCheckLines({ ...about, ...changed }).map(({ text }) => text);
const allBad = about.checks.map(({ name }) => ({ name, isGood: false }));

test('says how each part is when all is well', () => {
  expect(textsOf({})).toEqual([
    '12.0 MB, in the data folder. No migration is pending.',
    'Changes show at once.',
    '1 upload in the data folder, 3.2 MB. 52.0 GB of the disk are free.',
    'A mail server sends them. 1,200 sent today, 3 waiting, 0 given up.',
    'A gateway sends them. 40 sent today, 1 waiting, 0 given up.',
    '0 jobs waiting, none failed in the last day.',
    '21 Nov 2026, 01:30: 1,374 rows and 48 files.',
  ]);
  expect(listCheckLines(about).every(({ isGood }) => isGood)).toBe(true);
});

test('says what is wrong', () => {
  const texts = textsOf({
    checks: allBad,
    migrations: { pending: ['0027-trips'], unknown: [] },
    storage: { ...about.storage, kind: 'object store', freeBytes: null, answers: false },
    mail: { kind: 'files', waiting: 3, failing: 2, parked: 1, sentToday: 0, filedToday: 0 },
    sms: { kind: 'files', waiting: 0, failing: 0, parked: 1, sentToday: 0, filedToday: 0 },
    jobs: { waiting: 1, failed: 2, failedNames: ['erase-old'] },
  });
  expect(texts).toEqual([
    '12.0 MB, in the data folder. 1 migration pending, until the next start: 0027-trips.',
    'Notices of the database do not arrive. Until they do, pages may be five seconds old.',
    '1 upload in the object store, 3.2 MB. The store does not answer, or refuses its key.',
    'Emails are files, because no mail server is set. 0 sent today, 3 waiting, 2 of them failed before, 1 given up.',
    'No gateway is set: SMS are files. 0 sent today, 0 waiting, 1 given up.',
    '1 job waiting, 2 failed in the last day (erase-old).',
    '21 Nov 2026, 01:30: 1,374 rows and 48 files. That is more than two days ago.',
  ]);
});

test('says when nothing is known yet', () => {
  const texts = textsOf({ backup: null, migrations: { pending: [], unknown: ['0028-next'] } });
  expect(texts[0]).toContain('A newer version has changed it.');
  const storage = { ...about.storage, uploads: 0, bytes: 0 };
  expect(textsOf({ storage })[2]).toMatch(/^No upload in the data folder\. 52/);
  expect(texts.at(-1)).toBe('None has been made yet.');
});
