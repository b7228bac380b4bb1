import { defaultLook } from '@institute/contract/look';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { programs } from '../composition/content-list.ts';
import { answerFailure } from '../http/failures.ts';
import { serveUploads } from '../modules/platform/uploads/upload.plugin.ts';
import { requireSuccess } from '../testing/app/answers.ts';
import { addDaysToToday } from '../testing/app/sample-bodies.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../testing/files/images.ts';
import { measureWidth, openFonts } from './outlined-text.ts';
import { serveShareImages, shareCardSvg } from './share-images.ts';

const pattern = () => [
  { fill: '#0f5a43', d: 'M0 0h48v84H0z' },
  { fill: '#f2a71b', d: 'M12 12h12v12H12z' },
];

const t = await useTestApp();
const site = fastify();
site.setErrorHandler(answerFailure);
site.decorateRequest('ctx');
site.addHook('onRequest', async (request) => {
  request.ctx = t.jobContext();
});
await site.register(serveUploads, { config: t.config });
await site.register(serveShareImages, { renderer: { pattern }, getProgram: programs.service.get });
afterAll(() => site.close());

const get = (id: number | string, headers: Record<string, string> = {}) =>
  site.inject({ url: `/programs/${id}/share.jpg`, headers });

test('is a JPEG of 1200 × 630 under 150 kB, and changes with what it says', async () => {
  const { id } = await t.given.program({ name: 'Tailoring', price: 900_000 });
  const tags = new Set<unknown>();
  const look = async () => {
    const { statusCode, headers, rawPayload } = await get(id);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(rawPayload.length).toBeLessThan(150_000);
    tags.add(headers.etag);
    return headers.etag as string;
  };
  const first = await look();
  expect(await look()).toBe(first);
  expect((await get(id, { 'if-none-match': first })).statusCode).toBe(304);

  const { registrations, programs } = t.office.api;
  await requireSuccess(programs.update({ params: { id }, body: { price: 800_000 } }));
  await look();
  await requireSuccess(programs.update({ params: { id }, body: { duration: '9 weeks' } }));
  await look();
  const intake = await t.given.intake({ programId: id, startsOn: addDaysToToday(30), seats: 3 });
  await look();
  const { id: applicant } = await t.given.registration({ programId: id, intakeId: intake.id });
  await requireSuccess(registrations.update({ params: { id: applicant }, body: { status: 'accepted' } }));
  await look();
  expect(tags.size).toBe(5);
});

test('shows the logo of the institute, and is drawn without one that is lost', async () => {
  const { id } = await t.given.program({ name: 'Tailoring' });
  const { token } = await t.signIn();
  const red = await makePlainImage('png', { width: 400, height: 400, background: '#ff0000' });
  const { path } = await uploadForm(t.app, makeImageForm(red), `Bearer ${token}`);
  const { admin } = t.office;
  const {
    view: { institute },
  } = await admin.site.get.query();
  const isRed = async (logo: string) => {
    await admin.site.update.mutate({ changes: { institute: { ...institute, logo } } });
    const { rawPayload } = await get(id);
    const place = { left: 90, top: 80, width: 1, height: 1 };
    const [red = 0, green = 0] = await sharp(rawPayload).extract(place).raw().toBuffer();
    return red > 200 && green < 60;
  };
  expect(await isRed(path)).toBe(true);
  expect(await isRed('/uploads/lost/1.webp')).toBe(false);
});

test('is there for programs that visitors see, and for no other address', async () => {
  const { id } = await t.given.program({ isActive: false });
  for (const address of [id, 2147483647, '1.5', 'x', '0', '99999999999']) {
    expect((await get(address)).statusCode, String(address)).toBe(404);
  }
});

test('draws any script from its own fonts, and text never as markup', async () => {
  const fonts = await openFonts();
  const card = {
    institute: 'Institute',
    logo: '',
    look: defaultLook,
    price: 0,
    duration: '<b>"9" weeks',
    phone: '+256 700 123 456',
    next: { startsOn: '2027-02-01', seatsLeft: 0 },
  };
  const svgOf = (name: string) => shareCardSvg({ ...card, name }, { fonts, pattern: pattern() });
  for (const name of ['ጤና ይስጥልኝ', 'Łukasz', 'программа', 'مرحبا', 'x'.repeat(200), '<script>&']) {
    const svg = svgOf(name);
    expect(svg).not.toMatch(/NaN|undefined|script|<b>/);
    expect((await sharp(Buffer.from(svg)).metadata()).width).toBe(1200);
  }
  expect(measureWidth('Weaving', fonts.heading, 40)).toBeGreaterThan(
    measureWidth('Weaving', fonts.heading, 20),
  );
});
