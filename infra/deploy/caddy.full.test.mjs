import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  findLocalPort,
  startProduct,
  stopChild,
} from '../../apps/server/src/testing/processes/started-product.ts';
import { hasProgram } from '../scripts/programs.mjs';
import { listPrintedFiles, printSetup } from './printed-setup.mjs';

/** Asks on this machine as a browser does that was led to it by this address. */
function ask(url, port) {
  const { protocol, hostname, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: pathname + search,
      servername: hostname,
      agent: false,
      headers: { host: hostname, accept: 'text/html' },
      // The proxy's certificates are of no authority
      rejectUnauthorized: false,
    };
    const asked = (protocol === 'https:' ? https : http).get(options, async (answer) => {
      const certified = answer.socket.getPeerCertificate?.().subjectaltname;
      const body = Buffer.concat(await answer.toArray()).toString();
      resolve({ status: answer.statusCode, location: answer.headers.location, certified, body });
    });
    asked.on('error', reject);
  });
}

// `setup.test.mjs` has the site whose name begins without www
const name = 'www.example.org';
const other = 'example.org';

describe.skipIf(!hasProgram('caddy'))('the real Caddy in front of the site', () => {
  let folder;
  let product;
  let caddy;
  let ports;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'institute-caddy-'));
    mkdirSync(join(folder, 'data'));
    product = await startProduct(join(folder, 'data'), {
      PUBLIC_URL: `https://${name}`,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
    });
    ports = { 'http:': await findLocalPort(), 'https:': await findLocalPort() };
    const files = listPrintedFiles(printSetup(name));
    const own = [
      'admin off',
      'local_certs',
      'skip_install_trust',
      `http_port ${ports['http:']}`,
      `https_port ${ports['https:']}`,
    ];
    const main = files.get('/etc/caddy/Caddyfile').replace(/^{$/m, ['{', ...own].join('\n'));
    const site = files.get('/etc/caddy/institute.caddy');
    writeFileSync(join(folder, 'Caddyfile'), main);
    writeFileSync(
      join(folder, 'institute.caddy'),
      site.replaceAll('127.0.0.1:3000', new URL(product.origin).host),
    );
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const words = ['--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    execFileSync('caddy', ['validate', ...words], { env, stdio: 'ignore' });
    caddy = spawn('caddy', ['run', ...words], { env, stdio: 'ignore' });
    const isUp = async () => expect((await request(`https://${name}/readyz`)).status).toBe(200);
    await vi.waitFor(isUp, { timeout: 60_000 });
  });
  afterAll(async () => {
    if (caddy) await stopChild(caddy);
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const request = (url) => ask(url, ports[new URL(url).protocol]);

  test('serves it with a certificate of its name', async () => {
    const { status, certified, body } = await request(`https://${name}/`);
    expect([status, certified]).toEqual([200, `DNS:${name}`]);
    expect(body).toContain('</html>');
  });

  test('leads from the other name to it, with a certificate of that name, and keeps path and query', async () => {
    const { status, certified, location } = await request(`https://${other}/programs/3?from=a%20b&x=1`);
    expect([301, 308]).toContain(status);
    expect(certified).toBe(`DNS:${other}`);
    expect(location).toBe(`https://${name}/programs/3?from=a%20b&x=1`);
  });

  test('leads from http to https, at both names', async () => {
    for (const asked of [name, other]) {
      const { status, location } = await request(`http://${asked}/news?page=2`);
      expect([301, 308]).toContain(status);
      expect(location).toBe(`https://${asked}/news?page=2`);
    }
  });

  test('shows people who come to the number of the machine where the site is', async () => {
    const { status, body } = await request('http://203.0.113.7/news');
    expect(status).toBe(421);
    expect(body).toContain(`href="https://${name}"`);
  });
});
