import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { toFragment } from '@institute/contract/certificate-fragment';
import { defaultColors } from '@institute/contract/look';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { printInChildProcess } from '../../../pdf/print-process.ts';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { patience } from '../../../testing/app/patience.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { readPdfLines } from '../../../testing/files/pdf-text.ts';
import { readQrCode, renderFirstPage } from '../../../testing/files/rendered-pdf.ts';
import { samplePaper } from '../../../testing/files/sample-paper.ts';
import { runInTransaction } from '../../../transaction.ts';
import type { PrintJob } from './certificate-pdf.ts';
import { lockGraduates } from './graduate.service.ts';

const t = await useTestApp();

const issued = (holder = 'Ann Example') => t.given.certificate({}, { holder });
const ticketFor = async (...ids: number[]) =>
  (await t.office.admin.certificates.pdfTicket.mutate({ ids })).url;
const holders = (pdf: Buffer) =>
  readPdfLines(pdf)
    .map(({ text }) => text)
    .filter((text) => text.endsWith('Example'));

test('a ticket downloads the valid certificates once, without a bearer, and stands in no log', async () => {
  const first = await issued();
  const second = await issued('Bo Example');
  const withdrawn = await issued('Cy Example');
  const wrong = await issued('Di Example');
  const { certificates } = t.office.admin;
  await certificates.withdraw.mutate({ id: withdrawn.id, reason: 'A mistake' });
  await certificates.correct.mutate({ id: wrong.id, holder: 'Ed Example', reason: 'A mistake' });
  await expect(ticketFor(withdrawn.id)).rejects.toThrow('None of these certificates is valid');
  const url = await ticketFor(second.id, withdrawn.id, first.id, wrong.id);
  expect(url).toMatch(/^\/api\/certificates\.pdf\?ticket=[\w-]{32}$/);

  const lines: string[] = [];
  const app = await buildApp({
    ...patience,
    config: { ...t.config, logLevel: 'trace' },
    db: t.db,
    logTo: { write: (line) => lines.push(line) },
  });
  onTestFinished(() => app.close());
  expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
  const { statusCode, headers, rawPayload } = await app.inject(url);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="certificates.pdf"',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
  // In the order of their numbers
  expect(holders(rawPayload)).toEqual(['Ann Example', 'Bo Example']);
  expect((await app.inject(url)).statusCode).toBe(404);
  const code = await readQrCode(await renderFirstPage(rawPayload, 3));
  const { jws } = await readData(t.visitor.api.certificates.get({ params: { code: first.code } }));
  expect(code?.text.split('#')).toEqual([expect.stringContaining('/certificates/'), toFragment(jws)]);

  const [, ticket = ''] = url.split('ticket=');
  expect(lines.join('')).toContain('/api/certificates.pdf');
  expect(lines.join('')).not.toContain(ticket);
  expect(JSON.stringify(await t.sql('select * from idempotency_keys'))).not.toContain(ticket);
});

test.each([
  ['is deactivated', (id: number) => t.office.admin.accounts.setActive.mutate({ id, isActive: false })],
  [
    'loses the right',
    (id: number) => t.office.admin.accounts.setRights.mutate({ id, rights: ['registrations'] }),
  ],
])('a ticket ends when its account %s', async (name, lose) => {
  const { id } = await issued();
  const email = `${name.replaceAll(' ', '-')}@papers.example`;
  const { user } = await t.given.account(email);
  const { pdfTicket } = t.as(email).admin.certificates;
  const one = await pdfTicket.mutate({ ids: [id] });
  const two = await pdfTicket.mutate({ ids: [id] });
  expect((await t.app.inject(one.url)).statusCode).toBe(200);
  await lose(user.id);
  expect((await t.app.inject(two.url)).statusCode).toBe(404);
});

test('a ticket ends after 60 seconds, and a made-up one is none', async () => {
  const { id, number } = await issued();
  const early = await ticketFor(id);
  const late = await ticketFor(id);
  const { headers } = await t.app.inject(early);
  expect(headers['content-disposition']).toBe(`attachment; filename="${number}.pdf"`);
  t.wait(60_001);
  for (const url of [late, '/api/certificates.pdf', '/api/certificates.pdf?ticket=x', `${late}x`]) {
    expect((await t.app.inject(url)).statusCode).toBe(404);
  }
});

const print = printInChildProcess<PrintJob>(join(import.meta.dirname, 'certificate-pdf.process.ts'));
const job = {
  papers: Array.from({ length: 300 }, () => samplePaper),
  publicUrl: 'https://institute.example',
  colors: defaultColors,
};

/** Ends when the file is whole, so its place in the queue was free. */
async function printOne(): Promise<void> {
  const file = await buffer(print({ ...job, papers: [samplePaper] }));
  expect(file.subarray(-6).toString()).toContain('%%EOF');
}

test('a preview is a picture of the paper with a mark, whose code leads nowhere, and stores nothing', async () => {
  const { id } = await t.given.graduate();
  const counts = () =>
    t.sql(`select (select count(*) from certificates) as papers, (select count(*) from activities) as activities,
      (select count(*) from outgoing_messages) as messages, (select count(*) from idempotency_keys) as tickets`);
  const before = await counts();
  const line = { id, holder: 'Eve Example', hours: 40 };
  const { certificates } = t.office.admin;
  const { picture } = await certificates.preview.mutate({ registrations: [line] });
  expect(await counts()).toEqual(before);
  const [start, base64 = ''] = picture.split(',');
  expect(start).toBe('data:image/webp;base64');
  const { data, info } = await sharp(Buffer.from(base64, 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgba = await sharp(data, { raw: info }).ensureAlpha().raw().toBuffer();
  const { width, height } = info;
  expect([width, height]).toEqual([1682, 1190]);
  const code = await readQrCode({ data: rgba, width, height });
  expect(code?.text).toBe(`${t.config.publicUrl}/certificates/····-····-····`);

  await certificates.issue.mutate({ registrations: [line] });
  expect(await readRefusal(certificates.preview.mutate({ registrations: [line] }))).toMatchObject({
    status: 409,
    details: [{ path: 'registrations.0', message: expect.stringMatching(/^Already issued: CERT-/) }],
  });
});

test('a preview does not wait for somebody who changes the registration', async () => {
  const { id } = await t.given.graduate();
  const { picture } = await runInTransaction(t.jobContext(), async (tx) => {
    await lockGraduates(tx, [id]);
    return t.office.admin.certificates.preview.mutate({ registrations: [{ id }] });
  });
  expect(picture).toMatch(/^data:image/);
});

test('somebody who stops reading ends the process that prints', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const file = print(job);
    await once(file, 'data');
    file.destroy();
  }
  await printOne();
});

test('two readers whose lines stall hold up no third', async () => {
  const stalled = [print(job), print(job)];
  onTestFinished(() => stalled.forEach((file) => void file.destroy()));
  await printOne();
});
