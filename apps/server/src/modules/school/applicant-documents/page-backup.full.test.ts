import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { openStoredFiles } from '../../../composition/stored-files.ts';
import { loadKeys } from '../../../crypto/data-keys.ts';
import { writeBackup } from '../../../database/backup/backup.ts';
import { moveAllData } from '../../../database/backup/move.ts';
import { restoreBackup } from '../../../database/backup/restore.ts';
import { migrate } from '../../../database/migrate.ts';
import { rotateDataKey } from '../../../database/rotate-data-key.ts';
import { hashOf, openBrowser, registerApplicant } from '../../../testing/app/applicant.ts';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { makePdf } from '../../../testing/files/made-pdf.ts';
import { createTestDatabase, query } from '../../../testing/processes/cluster.ts';
import { startObjectStore } from '../../../testing/stand-ins/object-store.ts';
import { runInTransaction } from '../../../transaction.ts';
import { DocumentPageEntity, GivenAnswerEntity } from './applicant-document.entity.ts';
import { eraseDocuments, eraseOverdueDocuments } from './document-erasure.service.ts';
import { readGivenAnswer } from './given-answer.service.ts';
import { readStoredPage } from './page-store.service.ts';

const t = useTestAppPerTest();
const asks = [
  { id: 'card', kind: 'document' as const, label: 'Identity card' },
  { id: 'why', kind: 'text' as const, label: 'Why', isPrivate: true },
];
const paper = makePdf(['<</Type/Page>>']);

async function send() {
  const { id, reference } = await registerApplicant(t, asks);
  const browser = openBrowser(t);
  await browser.enter(reference, registration.phone);
  await browser.answer('why', 'I was ill');
  expect((await browser.send('card', paper, { type: 'application/pdf' })).status).toBe(200);
  return id;
}
const files = () => openStoredFiles({ dataDir: t.config.dataDir, s3Url: undefined });
const keys = () => loadKeys(t.config.dataDir);
const ctx = () => ({ ...t.jobContext(), config: { ...t.config, dataKeys: keys() } });
async function read(registrationId: number) {
  const [page] = await t.em().find(DocumentPageEntity, { registration: registrationId });
  const why = await t.em().findOneOrFail(GivenAnswerEntity, { registration: registrationId, ask: 'why' });
  const content = page && (await readStoredPage(ctx(), page));
  return [content && hashOf(content), readGivenAnswer(ctx(), why)];
}
const whole = [hashOf(paper), 'I was ill'];
const target = () => ({
  connection: t.db.connection,
  files: files(),
  sealing: makeColumnSealing(keys()),
  keep: async () => async () => {},
});

test('documents outlive a rotation of the data key, and a restore after it', async () => {
  const id = await send();
  const before = await t.sql<{ sealed: string }>('select sealed_key as sealed from document_pages');
  await rotateDataKey(t.db.connection, makeColumnSealing(keys()), { settledAfterMs: 0 });
  expect(await t.sql('select sealed_key as sealed from document_pages')).not.toEqual(before);
  expect(await read(id)).toEqual(whole);

  const file = join(t.config.dataDir, 'institute.backup');
  const amount = await writeBackup(t.db.connection, files(), file);
  expect(amount).toMatchObject({ missing: [], uploads: 1 });
  rmSync(join(t.config.dataDir, 'documents'), { recursive: true });
  await runInTransaction(t.jobContext(), (tx) => eraseDocuments(tx, [id]));
  await t.sql('delete from given_answers');
  await restoreBackup(target(), file);
  expect(await read(id)).toEqual(whole);
});

test('a missing page stops a backup, and what was erased is in none', async () => {
  const id = await send();
  const [page] = await t.em().find(DocumentPageEntity, { registration: id });
  const file = join(t.config.dataDir, 'institute.backup');
  rmSync(join(t.config.dataDir, 'documents', page?.id ?? ''), { recursive: true });
  await expect(writeBackup(t.db.connection, files(), file)).rejects.toThrow(`documents/${page?.id}/page`);
  await runInTransaction(t.jobContext(), (tx) => eraseDocuments(tx, [id]));
  expect(await writeBackup(t.db.connection, files(), file)).toMatchObject({ uploads: 0, missing: [] });
  await eraseOverdueDocuments(t.jobContext());
  expect([await t.em().count(DocumentPageEntity), readdirSync(join(t.config.dataDir, 'documents'))]).toEqual([
    0,
    [],
  ]);
});

test('a move takes documents along to an object store', async () => {
  await send();
  const [page] = await t.em().find(DocumentPageEntity, {});
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await query(database.connection, 'drop schema public cascade; create schema public');
  await migrate(database.connection);
  const to = openStoredFiles({ dataDir: t.config.dataDir, s3Url: store.url });
  await moveAllData(
    { connection: t.db.connection, files: files() },
    { connection: database.connection, files: to },
  );
  rmSync(join(t.config.dataDir, 'documents'), { recursive: true });
  const there = { config: { ...ctx().config, s3Url: store.url } };
  const content = await readStoredPage(there, { id: page?.id ?? '', sealedKey: page?.sealedKey ?? null });
  expect(content && hashOf(content)).toBe(hashOf(paper));
});
