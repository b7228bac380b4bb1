import { siteSettings } from '@institute/contract';
import { expect, test } from 'vitest';
import { storeUploadPaths, toUploadPath } from '../../../config/upload-addresses.ts';
import { readData } from '../../../testing/app/answers.ts';
import { everyContent, type Fields, getContentApi } from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../../../testing/files/images.ts';

const t = await useTestApp();
const { path, body } = await uploadForm(
  t.app,
  makeImageForm(await makePlainImage('png')),
  `Bearer ${(await t.signIn()).token}`,
);
const full = body.secure_url;

const our = { publicUrl: 'https://our.example' };
const stored = '/uploads/abc-80x60-ffffff/80.webp';

test('an upload is answered with its full address, under which it is served', async () => {
  expect(full).toBe(t.config.publicUrl + path);
  expect((await t.app.inject(full)).statusCode).toBe(200);
});

test.each([
  `https://our.example${stored}`,
  `HTTPS://OUR.example:443${stored}`,
  `https://our.example/a/..${stored}`,
  `https://our.example/%2e%2e${stored}`,
])('%s is the path of an upload here', (address) => {
  expect(toUploadPath(our, address)).toBe(stored);
});

test('a part of a document stays named', () => {
  expect(toUploadPath(our, 'https://our.example/uploads/abc-pdf/fees.pdf#page=2')).toBe(
    '/uploads/abc-pdf/fees.pdf#page=2',
  );
});

test('on a loopback address every loopback name is this site', () => {
  const local = { publicUrl: 'http://localhost:3000' };
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(toUploadPath(local, `http://${host}:3000${stored}`)).toBe(stored);
  expect(toUploadPath(our, `https://localhost${stored}`)).toBe(`https://localhost${stored}`);
});

test.each([
  `https://our.example.evil.org${stored}`,
  `https://our.example@evil.org${stored}`,
  `https://evil.org/https://our.example${stored}`,
  `https://evil.org#https://our.example${stored}`,
  `https://evil.org\\@our.example${stored}`,
  `https://www.our.example${stored}`,
  `https://our.example.${stored}`,
  `https://our.example:8443${stored}`,
  `http://our.example${stored}`,
  `https://ann:secret@our.example${stored}`,
  `https://ann@our.example${stored}`,
  `https://our.example${stored}?next=https://evil.org`,
  `ftp://our.example${stored}`,
  `//our.example${stored}`,
  'https://our.example/uploads/../admin/logout',
  'https://our.example/uploads/a/..%2f..%2fadmin',
  'https://our.example/uploads/a/b/c.webp',
  'https://our.example//evil.org/uploads/a.webp',
  'https://our.example/images/one.jpg',
  `uploads${stored}`,
  'no address',
  '',
])('%s stays as it is', (address) => {
  expect(toUploadPath(our, address)).toBe(address);
});

test('words, tags in words and other attributes of a text stay as they are', () => {
  const address = `https://our.example${stored}`;
  const content = `<p title="${address}">${address} src="${address}" &lt;img src="${address}"&gt;</p>`;
  const shown = (src: string) =>
    `<img alt="a" src="${src}" title="src=&quot;${address}&quot;"><a title="x" href="${src}">Fees</a>`;
  const other = '<a href="https://our.example.evil.org/uploads/abc-80x60-ffffff/80.webp">Other</a>';
  const publishAt = new Date();
  expect(
    storeUploadPaths(our, { title: address, publishAt, content: content + shown(address) + other }, [
      'content',
    ]),
  ).toEqual({ title: address, publishAt, content: content + shown(stored) + other });
});

/** Such a field takes a path, but no words. */
const takesPath = (accepts: (value: string) => boolean) => accepts(path) && !accepts('no address');

test('every field of content that takes the path of an upload takes its full address as well', async () => {
  const taken: string[] = [];
  for (const { resource, full: example, createBody } of everyContent) {
    const fields = Object.keys(example).filter((field) =>
      takesPath((value) => createBody.safeParse({ ...example, [field]: value }).success),
    );
    if (fields.length === 0) continue;
    const api = getContentApi(t.office, resource);
    const { id } = await readData(api.create({ body: example }));
    const update = async (field: string, value: string) => {
      const answer = await api.update({ params: { id }, body: { [field]: value } });
      return answer.status === 200 ? answer.body.data[field] : answer.status;
    };
    for (const field of fields) {
      const asPath = await update(field, path);
      expect([field, await update(field, full)]).toEqual([field, asPath]);
      if (asPath === path) taken.push(`${resource}.${field}`);
    }
  }
  expect(taken.toSorted()).toEqual([
    'alumni.image',
    'coaches.imageUrl',
    'facilities.imageUrl',
    'gallery.imageUrl',
    'gallery.videoUrl',
    'pages.imageUrl',
    'posts.imageUrl',
    'posts.videoUrl',
    'programs.imageUrl',
  ]);
});

/** Entries of the menu are pages, or links in full; social networks are always links in full. */
const linkedInFull = /^(?:menu|socials)\./;

function listTexts(value: unknown, place = ''): string[] {
  if (typeof value === 'string') return [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    listTexts(inner, place ? `${place}.${name}` : name),
  );
}

function setText<Value extends object>(value: Value, place: string, text: string): Value {
  const [name = '', ...below] = place.split('.');
  const copy = Object.assign(Array.isArray(value) ? [] : {}, value) as Fields;
  copy[name] = below.length > 0 ? setText(copy[name] as object, below.join('.'), text) : text;
  return copy as object as Value;
}

test('every setting of the site that takes the path of an upload takes its full address as well', async () => {
  const { view } = await t.office.admin.site.get.query();
  const takenPlaces = listTexts(view).filter(
    (place) =>
      !linkedInFull.test(place) &&
      takesPath((value) => siteSettings.safeParse(setText(view, place, value)).success),
  );
  const fill = (value: string) => takenPlaces.reduce((site, place) => setText(site, place, value), view);
  const kinds = new Set(takenPlaces.map((place) => place.replace(/\d+/g, '*')));
  expect([...kinds].toSorted()).toEqual([
    'about.image',
    'institute.aboutDocumentUrl',
    'institute.directionsUrl',
    'institute.icon',
    'institute.logo',
    'institute.mapUrl',
    'institute.paypalUrl',
    'partners.*.logo',
    'programBlocks.core.*.image',
    'slides.*.image',
    'testimonials.*.image',
  ]);
  const changes = fill(full);
  const inOffice = await t.office.admin.site.update.mutate({ changes });
  expect(inOffice.view).toEqual(fill(path));
  await t.office.admin.site.update.mutate({ changes: view });
  const { institute, slides, partners } = changes;
  const byRest = await readData(t.office.api.site.update({ body: { institute, slides, partners } }));
  expect(byRest).toMatchObject({
    institute: fill(path).institute,
    slides: fill(path).slides,
    partners: fill(path).partners,
  });
});

test('a logo or icon of another site that begins like this one is no upload', async () => {
  const { view } = await t.office.admin.site.get.query();
  const change = (fields: object) =>
    t.office.admin.site.update.mutate({ changes: { institute: { ...view.institute, ...fields } } });
  const foreign = full.replace('localhost', 'localhost.evil.example');
  for (const icon of [foreign, `${full}?a`, '/favicon.svg'])
    await expect(change({ icon }), icon).rejects.toThrow('Upload the icon, so that its address starts with');
  expect((await change({ icon: full, logo: foreign })).view.institute).toMatchObject({
    icon: path,
    logo: foreign,
  });
});

test('a text with the full address of an upload stores its path, by REST and in the office', async () => {
  const write = (src: string) => `<p>See</p><img src="${src}" alt=""><p><a href="${src}">It</a></p>`;
  for (const resource of ['posts', 'pages'] as const) {
    const { full: example } = everyContent.find((sample) => sample.resource === resource) ?? { full: {} };
    const input: Fields = { ...example, ...(resource === 'pages' && { path: 'with-a-file' }) };
    const api = getContentApi(t.office, resource);
    const { id, content } = await readData(api.create({ body: { ...input, content: write(full) } }));
    expect(content).toContain(`<img src="${path}"`);
    expect(content).toContain(`<a href="${path}"`);
    expect(content).not.toContain(full);
    const changed = await t.office.admin[resource].update.mutate({ id, changes: { content: write(full) } });
    expect(changed.view.content).toBe(content);
  }
});
