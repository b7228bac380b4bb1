import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { message, registration } from '../../apps/server/src/testing/app/sample-bodies.ts';
import { openTogether } from '../../apps/server/src/testing/app/visitors.ts';
import { makeImageForm, makeNoisyImage } from '../../apps/server/src/testing/files/images.ts';
import { startCaddy, startTopology } from '../../apps/server/src/testing/processes/topology.ts';
import { askAsProxy } from '../../apps/server/src/testing/stand-ins/ask-as-proxy.ts';
import { startMailServer } from '../../apps/server/src/testing/stand-ins/mail-server.ts';
import { hasProgram } from '../scripts/programs.mjs';

const isComplete = hasProgram('nginx') && hasProgram('redis-server');

describe.skipIf(!isComplete)('two processes behind nginx, with PostgreSQL, Redis and a store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'institute-topology-'));
  let mail;
  let topology;
  let office;
  beforeAll(async () => {
    mail = await startMailServer();
    const settings = { SMTP_URL: mail.url, MAIL_FROM: 'office@example.org', RATE_LIMIT_FACTOR: '1' };
    topology = await startTopology(folder, settings);
    tls.setDefaultCACertificates([...tls.getCACertificates(), topology.certificate]);
    const password = 'a long test phrase';
    const account = { email: 'office@example.org', password, confirmPassword: password };
    const { data } = await dataOf(await send('/api/v1/admin/signup', account));
    office = { authorization: `Bearer ${data.token}` };
  }, 600_000);
  afterAll(async () => {
    await topology?.stop();
    await mail?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = (path, content, headers = {}) =>
    fetch(topology.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(content),
    });
  const dataOf = async (answer) => {
    const body = await answer.json();
    expect(answer.ok, JSON.stringify(body)).toBe(true);
    return body;
  };
  const ask = (origin, path, call) => askAsProxy(origin, path, new URL(topology.origin).host, call);
  const askEach = (path) => Promise.all(topology.sides.map(({ origin }) => ask(origin, path)));

  test('visitors get pages with their scripts, over https, with an id that they do not choose', async () => {
    const page = await fetch(topology.origin, { headers: { 'x-request-id': 'chosen-by-a-visitor' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(page.headers.get('x-request-id') ?? '').not.toContain('chosen');
    const [script] = /\/assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(topology.origin + script)).status).toBe(200);
    const answer = await fetch(`${topology.origin}/api/v1/programs`, {
      headers: { 'x-request-id': 'chosen-by-a-visitor' },
    });
    // nginx makes ids of 32 hexadecimal digits.
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    expect((await fetch(`${topology.origin}/metrics`)).status).toBe(404);
  });

  test('without TLS only pages are redirected, to the own host, and no address is written to a log', async () => {
    const { port } = new URL(topology.plainOrigin);
    const askPlain = async (path) => {
      const request = http.get({ host: '127.0.0.1', port, path, headers: { host: 'evil.example' } });
      const [{ statusCode, headers }] = await once(request, 'response');
      return [statusCode, headers.location];
    };
    const secret = '/admin/reset-password?token=secret';
    expect(await askPlain(secret)).toEqual([308, `https://localhost${secret}`]);
    for (const path of ['/api', '/api/v1/programs', '/API/trpc/x']) {
      expect(await askPlain(path)).toEqual([403, undefined]);
    }
    expect((await fetch(topology.origin + secret)).status).toBe(200);
    expect(existsSync(topology.accessLog) && readFileSync(topology.accessLog, 'utf8')).toBeFalsy();
  });

  test('a registration arrives, is mailed, and is counted once in Redis for both processes', async () => {
    const email = 'amina.visitor@example.org';
    const { data } = await dataOf(
      await send('/api/v1/registrations', { ...registration, email, programId: 1 }),
    );
    expect((await mail.emailTo(email)).header('from')).toContain('office@example.org');

    for (let turn = 0; turn < 3; turn += 1) {
      expect((await send('/api/v1/contact', { ...message, subject: `Turn ${turn}` })).status).toBe(201);
    }
    // The messages went to the two processes in turn.
    const { client } = topology.redis;
    expect(await client.mget(await client.keys('institute:*'))).toContain('3');

    const search = new URLSearchParams({ input: JSON.stringify({ q: email }) });
    const found = await fetch(`${topology.origin}/api/trpc/registrations.list?${search}`, {
      headers: office,
    });
    expect(JSON.stringify(await dataOf(found))).toContain(data.reference ?? email);
  });

  test('an image goes to the store, and every process shows it', async () => {
    const before = topology.store.objects.size;
    const form = makeImageForm(await makeNoisyImage('jpeg'));
    const options = { method: 'POST', headers: office, body: form };
    const uploaded = await fetch(`${topology.origin}/uploads/institute/image/upload`, options);
    const { secure_url: url } = await dataOf(uploaded);
    expect(topology.store.objects.size).toBeGreaterThan(before);
    const { pathname } = new URL(url, topology.origin);
    for (const shown of await askEach(pathname)) {
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  });

  test('an image that is too large is refused by the product, and what no image is by the proxy', async () => {
    const body = makeImageForm(Buffer.alloc(12 * 1024 * 1024));
    const options = { method: 'POST', headers: office, body };
    const refused = await fetch(`${topology.origin}/uploads/institute/image/upload`, options);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      413,
      expect.stringContaining('json'),
    ]);
    const far = await announce(`${topology.origin}/uploads/institute/image/upload`, 40 * 1024 * 1024);
    expect([far.statusCode, far.headers['content-type']]).toEqual([413, 'text/html']);
  });

  test('a change on one process is seen on the other, and an open dashboard hears of it', async () => {
    const stream = await fetch(`${topology.origin}/api/trpc/stats.changes`, { headers: office });
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const listening = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        heard += value;
      }
    })().catch(() => undefined);
    await vi.waitFor(() => expect(heard).toContain('changed'), { timeout: 60_000 });
    heard = '';

    const nameOf = async ({ origin }) => (await dataOf(await ask(origin, '/api/v1/programs/1'))).data.name;
    for (let change = 0; change < 5; change += 1) {
      const [writer, reader] = change % 2 === 0 ? topology.sides : topology.sides.toReversed();
      const name = `Tailoring ${change}`;
      // The reader now has the former answer in its cache.
      expect(await nameOf(reader)).not.toBe(name);
      const headers = { ...office, 'content-type': 'application/json' };
      const body = JSON.stringify({ name });
      await dataOf(await ask(writer.origin, '/api/v1/programs/1', { method: 'PUT', headers, body }));
      await vi.waitFor(async () => expect(await nameOf(reader)).toBe(name), { timeout: 60_000, interval: 5 });
    }
    await vi.waitFor(() => expect(heard).toContain('changed'), { timeout: 60_000 });
    await reader.cancel();
    await listening;
  });

  const pages = ['/', '/gallery', '/programs', '/news', '/registration'];
  /** The product refuses visitors who wait for five seconds; they come back. */
  const CLASS_SIZE = 40;

  test('a class that opens the site at the same moment gets every page with all its files', async () => {
    const host = new URL(topology.origin).host;
    // A site that was used before: opening connections while the first pages are drawn can take too long
    for (const { origin } of topology.sides) await openTogether({ origin, host }, pages, pages.length);
    for (const address of [{ origin: topology.origin }, { origin: topology.sides[0].origin, host }]) {
      const { requests, faults } = await openTogether(address, pages, CLASS_SIZE);
      expect(requests).toBeGreaterThan(CLASS_SIZE * 10);
      expect(faults).toEqual([]);
    }
  });

  test.skipIf(!hasProgram('caddy'))('the same behind Caddy', async () => {
    const caddy = await startCaddy(join(folder, 'caddy'), topology);
    const address = { origin: caddy.origin, host: new URL(topology.origin).host };
    // The pages may have left the memory meanwhile
    await openTogether(address, pages, pages.length);
    const { requests, faults } = await openTogether(address, pages, CLASS_SIZE);
    await caddy.stop();
    expect(requests).toBeGreaterThan(CLASS_SIZE * 10);
    expect(faults).toEqual([]);
  });

  test('while one process is stopped, visitors notice nothing', async () => {
    const statuses = [];
    let isOver = false;
    const visiting = (async () => {
      while (!isOver) {
        statuses.push((await fetch(`${topology.origin}/api/v1/programs`)).status);
        statuses.push((await fetch(`${topology.origin}/contact`)).status);
      }
    })();
    await topology.sides[1].stop();
    for (let turn = 0; turn < 4; turn += 1) {
      const form = { email: `reader${turn}@example.org` };
      statuses.push((await send('/api/v1/newsletter/subscribe', form)).status);
    }
    isOver = true;
    await visiting;
    expect(statuses.length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
  });
});

/** Announces a body of this length and sends none of it. */
async function announce(url, bytes) {
  const request = https.request(url, { method: 'POST', headers: { 'content-length': bytes } });
  request.on('error', () => {}).flushHeaders();
  const [answer] = await once(request, 'response');
  request.destroy();
  return answer;
}
