import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '@institute/contract/api.constants';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataKeys, parseKeys } from '../../../crypto/data-keys.ts';
import { hashOf } from '../../../testing/app/applicant.ts';
import { samples } from '../../../testing/app/content-samples.ts';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { startKilledInTurns } from '../../../testing/processes/killed-in-turns.ts';
import { testDataKey } from '../../../testing/processes/server-process.ts';
import { readStoredPage } from './page-store.service.ts';

const KILLS = Number(process.env.KILLS ?? 6);
const PAGES = 8;

test(
  `after ${KILLS} kills while pages arrive, each page is there whole or not at all`,
  async () => {
    const product = await startKilledInTurns();
    onTestFinished(() => product.close());
    const post = async <Data>(path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await product.fetch(apiPrefix + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await answer?.json()) as { data: Data };
    };
    const cards = Array.from({ length: 3 }, (_, at) => ({
      id: `card-${at}`,
      kind: 'document',
      label: `Card ${at}`,
    }));
    const program = await post<{ id: number }>('/programs', { ...samples.programs.required, asks: cards });
    const applied = await post<{ reference: string }>('/registrations', {
      ...registration,
      programId: program.data.id,
    });
    const pair = { reference: applied.data.reference, phone: registration.phone };
    const given = await product.fetch(`${apiPrefix}/registrations/documents/ticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pair),
    });
    const [cookie = ''] = given?.headers.get('set-cookie')?.split(';') ?? [];
    const photo = await makePlainImage('jpeg', { width: 1200, height: 900 });
    const pages = cards.flatMap(({ id }) =>
      Array.from({ length: PAGES }, (_, at) => ({
        ask: id,
        bytes: Buffer.concat([photo, Buffer.from(`${id} ${at}`)]),
      })),
    );
    const told = new Set<string>();
    const sendPage = async ({ ask, bytes }: (typeof pages)[number]) => {
      const path = `${apiPrefix}/registrations/documents/${ask}/pages/${hashOf(bytes)}`;
      const headers = { cookie, 'content-type': 'image/jpeg' };
      const answer = await product.fetch(path, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      if (answer?.status === 200) told.add(`${ask} ${hashOf(bytes)}`);
      return answer?.status;
    };
    const dataKeys = makeDataKeys(parseKeys(testDataKey, ',') ?? []);
    const config = { dataDir: product.dataDir, dataKeys, s3Url: undefined };
    type Row = { id: string; ask: string; hash: string; sealedKey: string; bytes: number };
    const listWhole = () =>
      product.sql<Row>(
        `select id, ask, hash, sealed_key as "sealedKey", bytes from document_pages
         where arrived_at is not null and sealed_key is not null`,
      );
    const opened = new Set<string>();
    const openAll = async (rows: Row[]) => {
      for (const row of rows) {
        if (opened.has(row.id)) continue;
        const page = await readStoredPage({ config } as Parameters<typeof readStoredPage>[0], row);
        expect((await sharp(page ?? Buffer.alloc(0)).stats()).channels).toHaveLength(3);
        opened.add(row.id);
      }
    };

    for (let kills = 0; kills < KILLS; kills += 1) {
      const chosen = pages.toSorted(() => Math.random() - 0.5).slice(0, 4);
      const sending = Promise.all(chosen.map(sendPage));
      await product.killAfter(Math.random() * 700);
      await sending;
      await product.waitForDatabase();
      const rows = await listWhole();
      const stored = new Set(rows.map(({ ask, hash }) => `${ask} ${hash}`));
      expect([rows.length, [...told].filter((page) => !stored.has(page))]).toEqual([stored.size, []]);
      await openAll(rows);
      // Each kill finds some pages to send
      if (stored.size > pages.length / 2) {
        await product.sql('update document_pages set sealed_key = null, registration_id = null');
        told.clear();
      }
    }
    for (const page of pages) expect(await sendPage(page)).toBe(200);
    const whole = await listWhole();
    expect(whole).toHaveLength(pages.length);
    // On a busy machine no page may have arrived before a kill
    await openAll(whole);
    const known = new Set(
      (await product.sql<{ id: string }>('select id from document_pages')).map(({ id }) => id),
    );
    const folders = readdirSync(join(product.dataDir, 'documents')).filter((name) => !name.startsWith('.'));
    expect(folders.filter((name) => !known.has(name))).toEqual([]);
  },
  60 * 60_000,
);
