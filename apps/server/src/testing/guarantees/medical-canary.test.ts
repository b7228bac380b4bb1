import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { entities } from '../../composition/entities.ts';
import { makeColumnSealing } from '../../composition/prepare-database.ts';
import { openStoredFiles } from '../../composition/stored-files.ts';
import { loadConfig } from '../../config/config.ts';
import { writeBackup } from '../../database/backup/backup.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { createAccount } from '../../modules/platform/accounts/account.service.ts';
import { makePasswordChecker } from '../../modules/platform/accounts/password.ts';
import { startSession } from '../../modules/platform/accounts/session.service.ts';
import { encryptMedical } from '../../modules/school/registrations/registration-medical-encryption.service.ts';
import { servePlainForms } from '../../no-script-forms/plain-forms.ts';
import { readData, readRefusal, requireSuccess } from '../app/answers.ts';
import { makeCaller } from '../app/caller.ts';
import { makeFormPost, makeRememberingRenderer } from '../app/form-site.ts';
import { makeGiven } from '../app/given.ts';
import { patience } from '../app/patience.ts';
import { testPassword } from '../app/test-app.ts';
import { makeScratchDataDir } from '../processes/server-process.ts';

const METRICS = 'metrics-for-the-canary';
/** In any case, and with any byte in between, as in UTF-16. */
const canary = /c.?a.?n.?a.?r.?y.?(?:b.?r.?o.?n.?c.?h.?i.?t.?i.?s|p.?o.?l.?l.?e.?n|s.?y.?r.?u.?p)/is;
const medical = {
  medicalConditions: 'Canarybronchitis',
  allergies: 'Canarypollen',
  medications: 'Canarysyrup',
};
const person = { firstName: 'Ann', lastName: 'Example', email: 'ann@example.org', phone: '+256 700 000 000' };

let log = '';
let isOpen = true;
const close = async () => {
  if (!isOpen) return;
  isOpen = false;
  await app.close();
  await db.close();
};
const data = makeScratchDataDir();
const settings = { DATA_DIR: data.path, LOG_LEVEL: 'trace', METRICS_TOKEN: METRICS, PORT: '3000' };
const config = loadConfig(settings, []);
const db = await openDatabase(config, async () => entities);
await migrate(db.connection);
await encryptMedical(db.connection, makeColumnSealing(config.dataKeys));
const logTo = {
  write: (line: string) => {
    log += line;
  },
};
const app = await buildApp({ ...patience, config, db, withPages: false, logTo });
const { renderer } = makeRememberingRenderer();
await app.register(servePlainForms, {
  app,
  config,
  renderer,
  imageBytes: async () => undefined,
  previewItem: async () => null,
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await close();
  await data.remove();
});

const postForm = (url: string, fields: Record<string, string>) => {
  const headers = { origin: config.publicUrl, host: new URL(config.publicUrl).host };
  return app.inject(makeFormPost(url, fields, { headers }));
};

async function allRows(): Promise<string> {
  const client = new pg.Client(db.connection);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(
      `select stored::text as text from ${name} as stored`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  await client.query('checkpoint');
  await client.end();
  return texts.join('\n');
}

const filesWith = (text: RegExp) =>
  readdirSync(data.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => text.test(readFileSync(path, 'latin1')));

test('what applicants write about their health stands nowhere in plain text', async () => {
  const em = db.orm.em.fork();
  const account = await createAccount(
    { em, passwords: makePasswordChecker() },
    { email: 'office@example.org', password: testPassword },
  );
  const origin = { ipAddress: null, userAgent: null };
  const { session } = await startSession({ config, em, now: () => new Date(), origin }, account, 'login');
  const [visitor, office] = [undefined, session.token].map((token) => makeCaller(app, async () => token));
  if (!visitor || !office) throw new Error('nobody calls');
  const given = makeGiven({ visitor, office });
  const programId = (await given.program()).id;

  const { id } = await given.registration({ ...person, ...medical, programId });
  const keyed = await visitor.send('POST', '/registrations', {
    headers: { 'idempotency-key': 'key-of-canary' },
    body: { ...person, ...medical, programId, consent: true },
  });
  const byForm = await postForm('/registration', {
    ...person,
    ...medical,
    programId: `${programId}`,
    consent: 'true',
  });
  expect([keyed.status, byForm.statusCode]).toEqual([201, 303]);
  const wrong = { ...person, ...medical, programId, email: 'no address', consent: true };
  expect(await readRefusal(visitor.send('POST', '/registrations', { body: wrong }))).toMatchObject({
    details: [{ path: 'email' }],
  });
  const changed = { ...medical, allergies: 'Canarypollen and dust' };
  const update = office.api.registrations.update({ params: { id }, body: changed });
  expect(await readData(update)).toMatchObject(changed);
  expect((await office.admin.registrations.list.query({ q: 'canarypollen' })).total).toBe(3);
  const { body: found } = await requireSuccess(
    office.api.registrations.list({ query: { q: 'canarysyrup' } }),
  );
  expect(found.meta.total).toBe(3);

  const { path, ticket } = await office.admin.registrations.exportTicket.mutate({});
  const file = await postForm(path, { ticket });
  expect(file.body).toContain('Example');
  const metrics = await app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${METRICS}`, host: new URL(config.publicUrl).host },
  });
  expect(metrics.statusCode).toBe(200);
  await expect.poll(() => readdirSync(join(data.path, 'mail')).length).toBeGreaterThan(2);
  const backup = join(data.path, 'canary.backup');
  await writeBackup(db.connection, openStoredFiles(config), backup);

  const rows = await allRows();
  expect(rows).toContain('ann@example.org');
  expect(rows).not.toMatch(canary);
  expect(gunzipSync(readFileSync(backup)).toString()).not.toMatch(canary);
  expect(file.body).not.toMatch(canary);
  expect(metrics.body).not.toMatch(canary);
  expect(log).toContain('/api/v1/registrations');
  expect(log).not.toMatch(canary);
  await close();
  // The files are tables, indexes, the write-ahead log, the database's own log, and emails.
  expect(filesWith(/ann@example\.org/)).not.toEqual([]);
  expect(filesWith(canary)).toEqual([]);
});
