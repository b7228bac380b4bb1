import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp, useTestApp } from '../../../testing/app/test-app.ts';
import { purgeSentMessages } from './outbox-erasure.service.ts';

const DAY = 24 * 60 * 60 * 1000;

const t = await useTestApp();

test('removes emails sent 30 days ago, also from the email folder', async () => {
  const em = t.em();
  const folder = join(t.config.dataDir, 'mail');
  mkdirSync(folder);
  for (const [id, days] of [
    [900001, 31],
    [900002, 29],
  ] as const) {
    const sentAt = new Date(Date.now() - days * DAY);
    await em.execute(
      `insert into outgoing_messages (id, kind, data, recipient, state, sent_at) values (?, 'invitation', '{}', 'a@example.org', 'sent', ?)`,
      [id, sentAt],
    );
    for (const name of [`00${id}.eml`, `00${id}.eml.part`, `mine-${id}.txt`]) {
      writeFileSync(join(folder, name), 'text');
      utimesSync(join(folder, name), sentAt, sentAt);
    }
  }

  await purgeSentMessages(t.jobContext());

  expect(await em.execute('select id from outgoing_messages')).toEqual([{ id: 900002 }]);
  expect(readdirSync(folder).sort()).toEqual([
    '00900002.eml',
    '00900002.eml.part',
    'mine-900001.txt',
    'mine-900002.txt',
  ]);
});

test('works without an email folder', async () => {
  const other = await testApp();
  await purgeSentMessages(other.jobContext());
  await other.close();
});
