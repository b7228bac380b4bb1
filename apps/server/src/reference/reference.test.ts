import { expect, test } from 'vitest';
import { readData, requireSuccess } from '../testing/app/answers.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { openApi } from './openapi.ts';
import { groupCallsByTag, writeReferencePage } from './page.ts';
import { writeCurlSample, writeJavascriptSample } from './samples.ts';

const t = await useTestApp({ PUBLIC_URL: 'https://institute.example' });
const page = (await t.app.inject('/docs/api')).body;

const calls = [...groupCallsByTag(openApi().paths).values()].flat();
const sampleOf = (id: string, write: typeof writeCurlSample) => {
  const call = calls.find(({ operation }) => operation.operationId === id);
  return call ? write(call, 'https://institute.example') : '';
};

test('the page holds every call, schema and failure, each once', () => {
  expect(calls.length).toBeGreaterThan(60);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const { schemas, responses } = openApi().components;
  expect(ids).toEqual(expect.arrayContaining(calls.map(({ operation }) => operation.operationId)));
  expect(ids).toEqual(
    expect.arrayContaining(Object.keys(schemas).map((name) => `schema-${name.toLowerCase()}`)),
  );
  for (const name of Object.keys(responses)) {
    expect(page).toContain(`<th scope="row">${name.replace('Failure', '')}</th>`);
  }
});

test('every link within the page has a target', () => {
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(calls.length);
  expect([...new Set(targets)].filter((id) => !page.includes(` id="${id}"`))).toEqual([]);
});

test('nothing on the page is inline or from elsewhere', async () => {
  const { headers } = await t.app.inject('/docs/api');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(policy).not.toMatch(/unsafe|http|data:|blob:/);
  expect(page).not.toMatch(/<style|<script(?! src="\/docs\/api\/)|\sstyle=|\son\w+=/);
  const addresses = [...page.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, address]) => address ?? '');
  expect(addresses.filter((address) => !/^[#/]/.test(address))).toEqual([]);
  for (const file of ['reference.css', 'reference.js', 'heading.woff2']) {
    const answer = await t.app.inject(`/docs/api/${file}`);
    expect([file, answer.statusCode]).toEqual([file, 200]);
    expect(answer.body).not.toMatch(/https?:\/\//);
  }
});

test('the colours are those of the design system', async () => {
  const { body } = await t.app.inject('/docs/api/reference.css');
  const known = new Set(body.match(/--color-[\w-]+(?=:)/g));
  expect([...body.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)).toSatisfy((names: string[]) =>
    names.every((name) => known.has(name)),
  );
});

test('texts of the document cannot become markup', () => {
  const { info, ...rest } = openApi();
  const hostile = writeReferencePage(
    { info: { ...info, title: '<img src=x>"' }, ...rest },
    'https://institute.example',
    '#fbf7ef',
  );
  expect(hostile).not.toContain('<img src=x>');
  expect(hostile).toContain('&lt;img src=x&gt;&quot;');
});

test('samples name the site, the key where one is needed, and a key of idempotency', () => {
  expect(sampleOf('programs.get', writeCurlSample)).toBe(
    "curl 'https://institute.example/api/v1/programs/1'",
  );
  expect(sampleOf('programs.remove', writeCurlSample)).toBe(
    'curl -X DELETE \'https://institute.example/api/v1/programs/1\' \\\n  -H "Authorization: Bearer $INSTITUTE_KEY"',
  );
  expect(sampleOf('registrations.create', writeCurlSample)).toContain('-H "Idempotency-Key: $(uuidgen)"');
  expect(sampleOf('uploads.create', writeCurlSample)).toContain("-F 'file=@picture.jpg'");
});

test('every JavaScript sample can be parsed', () => {
  for (const call of calls) {
    const sample = writeJavascriptSample(call, 'https://institute.example');
    expect(() => new Function(`return async (key, picture) => { ${sample} }`), sample).not.toThrow();
  }
});

test('the page comes compressed from memory, and 304 to who has it', async () => {
  const headers = { 'accept-encoding': 'br' };
  const answer = await t.app.inject({ url: '/docs/api', headers });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.rawPayload.length).toBeLessThan(40_000);
  const again = await t.app.inject({
    url: '/docs/api',
    headers: { ...headers, 'if-none-match': String(answer.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test('the page has the colours of the institute', async () => {
  const { institute } = await readData(t.visitor.api.site.get());
  const body = { institute: { ...institute, colors: { main: '#8f1d2e', accent: '#12a5a0' } } };
  await requireSuccess(t.office.api.site.update({ body }));
  expect((await t.app.inject('/docs/api')).body).toContain('<meta name="theme-color" content="#8f1d2e">');
  const { body: css } = await t.app.inject('/docs/api/reference.css');
  expect(css).toMatch(/html:root\{--color-green:#8f1d2e;/);
});
