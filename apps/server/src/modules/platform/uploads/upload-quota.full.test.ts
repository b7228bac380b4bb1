import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importPath } from '@institute/contract/imports.constants';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../../app.ts';
import { patience } from '../../../testing/app/patience.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../../../testing/files/images.ts';
import { UploadEntity } from './upload.entity.ts';

const MEGABYTE = 1024 * 1024;

const t = useTestAppPerTest({ UPLOADS_PER_DAY_MB: '1' });

const bearerOf = async (email?: string) => `Bearer ${(await t.signIn(email)).token}`;

/** Each number gives another picture. */
async function picture(bytes: number, number = 0): Promise<Buffer> {
  const image = await makePlainImage('jpeg', { width: 20, height: 20 });
  return Buffer.concat([image, Buffer.alloc(bytes - image.length, number)]);
}
const send = async (bytes: number, bearer: string, number?: number) =>
  uploadForm(t.app, makeImageForm(await picture(bytes, number)), bearer);
const counted = async () => {
  const rows = await t.sql<{ bytes: number }>('select bytes::int as bytes from upload_quotas');
  return rows[0]?.bytes ?? 0;
};
const stored = () => t.em().count(UploadEntity);

test('an account uploads up to its quota a day, and goes on the next day in Kampala', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00+03:00') });
  onTestFinished(() => void vi.useRealTimers());
  const bearer = await bearerOf();
  expect((await send(0.4 * MEGABYTE, bearer, 1)).status).toBe(200);
  expect((await send(0.4 * MEGABYTE, bearer, 2)).status).toBe(200);
  const refused = await send(0.4 * MEGABYTE, bearer, 3);
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': String(4 * 60 * 60) },
    body: { error: { code: 'RATE_LIMITED', message: expect.stringContaining('1 MB') } },
  });
  expect((await send(0.1 * MEGABYTE, bearer, 4)).status).toBe(200);
  expect((await send(0.4 * MEGABYTE, await bearerOf('other@example.org'), 5)).status).toBe(200);
  expect(await stored()).toBe(4);

  vi.setSystemTime(new Date('2026-11-21T00:00:00+03:00'));
  expect((await send(0.9 * MEGABYTE, await bearerOf(), 6)).status).toBe(200);
});

test('a key has a quota of its own', async () => {
  const { key } = await t.office.admin.apiKeys.create.mutate({ name: 'Camera', scopes: ['content:write'] });
  expect((await send(0.9 * MEGABYTE, `Bearer ${key}`, 1)).status).toBe(200);
  expect((await send(0.9 * MEGABYTE, `Bearer ${key}`, 2)).status).toBe(429);
  expect((await send(0.9 * MEGABYTE, await bearerOf(), 2)).status).toBe(200);
});

test('files of an import count in the day of their account', async () => {
  const bearer = await bearerOf();
  const importTable = async (bytes: number) => {
    const form = new FormData();
    form.append('kind', 'alumni');
    form.append('file', new Blob([`name,bio\n${'Ann,She sews\n'.repeat(bytes / 13)}`]), 'alumni.csv');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const { statusCode } = await t.app.inject({
      method: 'POST',
      url: importPath,
      headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: bearer },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return statusCode;
  };
  expect(await importTable(0.2 * MEGABYTE)).toBe(200);
  expect(await importTable(0.9 * MEGABYTE)).toBe(429);
  expect((await send(0.9 * MEGABYTE, bearer, 1)).status).toBe(429);
  expect((await send(0.7 * MEGABYTE, bearer, 1)).status).toBe(200);
});

test('uploads at once do not pass the quota together', async () => {
  const bearer = await bearerOf();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => send(0.3 * MEGABYTE, bearer, number)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  expect(await stored()).toBe(3);
});

test('what was refused or did not arrive does not count', async () => {
  const bearer = await bearerOf();
  for (let tries = 0; tries < 3; tries += 1) {
    expect((await send(0.9 * MEGABYTE, '', 1)).status).toBe(401);
    const form = makeImageForm(await picture(0.9 * MEGABYTE), { field: 'other' });
    expect((await uploadForm(t.app, form, bearer)).status).toBe(400);
  }
  expect((await send(0.9 * MEGABYTE, bearer, 1)).status).toBe(200);
});

async function listening() {
  const app = await buildApp({ ...patience, config: t.config, db: t.db, withPages: false });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const bearer = await bearerOf();
  return async (bytes: number, length: Record<string, string | number> = {}) => {
    const form = new Request('http://localhost/', {
      method: 'POST',
      body: makeImageForm(await picture(bytes)),
    });
    const body = Buffer.from(await form.arrayBuffer());
    const sending = request(`http://127.0.0.1:${port}/uploads/demo/image/upload`, {
      method: 'POST',
      headers: {
        'content-type': form.headers.get('content-type') ?? '',
        authorization: bearer,
        ...length,
      },
    });
    sending.on('error', () => undefined);
    return { sending, body, answered: once(sending, 'response').then(([{ statusCode }]) => statusCode) };
  };
}

test('a picture whose announced length is above the quota is refused before it arrives', async () => {
  const begin = await listening();
  const { sending, body, answered } = await begin(0.1 * MEGABYTE, { 'content-length': 2 * MEGABYTE });
  sending.write(body.subarray(0, 100));
  expect(await answered).toBe(429);
  sending.destroy();
});

test('a picture without an announced length is counted when it has arrived', async () => {
  const begin = await listening();
  for (const [bytes, status] of [
    [0.6 * MEGABYTE, 200],
    [0.6 * MEGABYTE, 429],
    [0.3 * MEGABYTE, 200],
  ] as const) {
    const { sending, body, answered } = await begin(bytes, { 'transfer-encoding': 'chunked' });
    sending.end(body);
    expect(await answered).toBe(status);
  }
});

test('a line that breaks gives back what did not arrive', async () => {
  const begin = await listening();
  const whole = await picture(0.8 * MEGABYTE, 7);
  for (let tries = 0; tries < 3; tries += 1) {
    const { sending, body, answered } = await begin(0.8 * MEGABYTE, { 'content-length': whole.length + 500 });
    void answered.catch(() => undefined);
    sending.write(body.subarray(0, body.length / 2));
    await expect.poll(counted).toBeGreaterThan(0);
    sending.destroy();
    await expect.poll(counted).toBe(0);
  }
  expect((await send(0.8 * MEGABYTE, await bearerOf(), 8)).status).toBe(200);
});
