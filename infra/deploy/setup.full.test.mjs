import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasProgram } from '../scripts/programs.mjs';

const LONG = 600_000;
/** Commands that would change the machine outside, or take minutes. Each writes down how it was called. */
const REPLACED = {
  'apt-get': '',
  npm: 'case "$1" in install) mkdir -p /opt/institute-node/node_modules/node/bin; cp /stand-ins/node /opt/institute-node/node_modules/node/bin/node ;; esac',
  systemctl: '[ "$1" != is-active ] || [ ! -e /broken ]',
  'systemd-run': '',
  caddy: '',
  journalctl: 'echo "Set-up code: AB12CD34EF56"',
};
/** Says its version, and whether the product answers. */
const NODE = `#!/bin/sh
[ "$1" = --version ] && { echo v1.2.3; exit; }
! grep -qs broken /opt/institute/package.json`;

const canTry = process.getuid?.() === 0 && hasProgram('debootstrap');
let root;
let isThere = false;

describe.skipIf(!canTry)('on a fresh Debian', () => {
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'institute-debian-'));
    chmodSync(root, 0o755);
    // Configuring the packages takes most of the time, and all that the set-up needs of it are the accounts
    const { status } = spawnSync('debootstrap', ['--foreign', '--variant=minbase', 'bookworm', root], {
      stdio: 'ignore',
    });
    isThere = status === 0;
    if (!isThere) return;
    for (const name of ['passwd', 'group'])
      cpSync(join(root, `usr/share/base-passwd/${name}.master`), join(root, 'etc', name));
    for (const folder of ['stand-ins', 'usr/local/sbin']) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, 'stand-ins/node'), NODE, { mode: 0o755 });
    for (const [name, body] of Object.entries(REPLACED))
      writeFileSync(join(root, 'usr/local/sbin', name), `#!/bin/sh\necho "${name} $*" >> /calls\n${body}\n`, {
        mode: 0o755,
      });
  }, LONG);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const at = (path) => join(root, path);
  const read = (path) => readFileSync(at(path), 'utf8');
  const calls = () => read('calls').split('\n').filter(Boolean);
  function setup(...words) {
    // The account of the product writes it too
    writeFileSync(at('calls'), '');
    chmodSync(at('calls'), 0o666);
    const result = spawnSync('chroot', [root, '/unpacked/infra/deploy/setup', ...words], {
      encoding: 'utf8',
      env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin' },
      input: '',
    });
    return { ...result, said: result.stdout + result.stderr };
  }
  function unpack(version) {
    rmSync(at('unpacked'), { recursive: true, force: true });
    for (const name of ['systemd', 'caddy', 'setup'])
      cpSync(join(import.meta.dirname, name), at(`unpacked/infra/deploy/${name}`), { recursive: true });
    writeFileSync(
      at('unpacked/package.json'),
      JSON.stringify({ version, packageManager: 'npm@1.0.0' }, null, 2),
    );
    writeFileSync(
      at('unpacked/package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/node': { version: '1.2.3' } } }, null, 2),
    );
  }
  /** Every file outside the folders of processes, with mode, owner and time of change. */
  const listing = () =>
    execFileSync(
      'find',
      [
        ...['etc', 'opt', 'var/lib/institute', 'var/backups/institute'].map(at),
        '-printf',
        '%p %m %u %T@ %s\n',
      ],
      {
        encoding: 'utf8',
      },
    );

  beforeEach(({ skip }) => {
    skip(!isThere, 'Debian could not be fetched');
    for (const path of [
      'opt/institute',
      'opt/institute.old',
      'opt/institute.failed',
      'opt/institute-node',
      'etc/institute',
      'etc/caddy',
      'var/backups/institute',
      'var/lib/institute',
    ])
      rmSync(at(path), { recursive: true, force: true });
    mkdirSync(at('etc/caddy'), { recursive: true });
    writeFileSync(at('etc/caddy/Caddyfile'), ':80 {\n\troot * /usr/share/caddy\n\tfile_server\n}\n');
    unpack('1.0.0');
  });

  test('sets the site up, changes nothing when it runs again, and brings back what is missing', () => {
    const { status, said } = setup('www.example.org');
    expect(said).toContain('https://www.example.org/admin/signup with the set-up code AB12CD34EF56');
    expect(status).toBe(0);
    expect(statSync(at('etc/institute/institute.env')).mode & 0o777).toBe(0o600);
    expect(statSync(at('var/backups/institute')).mode & 0o777).toBe(0o700);
    expect(read('etc/passwd')).toMatch(/^institute:.*:\/var\/lib\/institute:\/usr\/sbin\/nologin$/m);
    expect(read('etc/systemd/system/institute@.service')).toContain('ExecStart=/opt/institute-node/');
    expect(read('etc/caddy/Caddyfile')).not.toContain('/usr/share/caddy');
    expect(read('etc/caddy/institute.caddy')).toContain('\nhttp:// {');
    expect(read('opt/institute/package.json')).toContain('1.0.0');

    const before = listing();
    expect(setup('www.example.org').status).toBe(0);
    expect(listing()).toBe(before);
    expect(calls().filter((call) => call.startsWith('npm'))).toEqual([]);

    rmSync(at('etc/systemd/system/institute-backup.timer'));
    setup('www.example.org');
    expect(read('etc/systemd/system/institute-backup.timer')).toContain('OnCalendar');
  });

  test('keeps other sites of Caddy, and refuses another name for the site', () => {
    writeFileSync(at('etc/caddy/Caddyfile'), 'other.example.org {\n\trespond hello\n}\n');
    setup('www.example.org');
    setup('www.example.org');
    expect(read('etc/caddy/Caddyfile')).toBe(
      'other.example.org {\n\trespond hello\n}\nimport institute.caddy\n',
    );
    // Addresses of nobody may be one of those
    expect(read('etc/caddy/institute.caddy')).not.toContain('http://');

    const { status, said } = setup('else.example.org');
    expect(status).toBe(1);
    expect(said).toContain('This machine serves https://www.example.org');
  });

  test(
    'an update writes a backup first, and a version that does not start gives way to the former',
    () => {
      setup('www.example.org');
      expect(setup('update').said).toContain('This version runs already');

      unpack('2.0.0');
      expect(setup('update').status).toBe(0);
      expect(read('opt/institute/package.json')).toContain('2.0.0');
      const backup = calls().findIndex((call) => call.includes('cli/backup.ts'));
      const stop = calls().findIndex((call) => call.startsWith('systemctl stop'));
      expect(backup).toBeGreaterThan(-1);
      expect(stop).toBeGreaterThan(backup);

      unpack('3.0.0-broken');
      writeFileSync(at('broken'), '');
      const { status, said } = setup('update');
      rmSync(at('broken'));
      expect(status).toBe(1);
      expect(said).toContain('the former one runs again');
      expect(read('opt/institute/package.json')).toContain('2.0.0');
    },
    LONG,
  );

  test('restores a backup, says how the site is, and leaves the data when it goes', () => {
    expect(setup('restore', '/x.gz').said).toContain('no site on this machine yet');
    setup('www.example.org');
    writeFileSync(at('var/lib/institute/data-key'), 'kept');
    expect(setup('restore', '/missing.gz')).toMatchObject({ status: 1 });
    writeFileSync(at('var/backups/institute/a.gz'), 'backup');
    expect(setup('restore', '/var/backups/institute/a.gz').status).toBe(0);
    expect(calls().some((call) => call.includes('cli/restore.ts /var/lib/institute/restore.gz'))).toBe(true);
    expect(existsSync(at('var/lib/institute/restore.gz'))).toBe(false);

    const { said } = setup('status');
    expect(said).toMatch(/^Product +answers$/m);
    expect(said).toMatch(/^Version +1\.0\.0$/m);

    expect(setup('remove').status).toBe(0);
    expect(existsSync(at('opt/institute'))).toBe(false);
    expect(existsSync(at('etc/systemd/system/institute@.service'))).toBe(false);
    expect(read('var/lib/institute/data-key')).toBe('kept');
    expect(existsSync(at('etc/institute/institute.env'))).toBe(true);
  });

  test('refuses a system that it does not know, and an account without rights', () => {
    const release = read('usr/lib/os-release');
    writeFileSync(at('usr/lib/os-release'), release.replace('VERSION_ID="12"', 'VERSION_ID="9"'));
    expect(setup('www.example.org').said).toContain('Debian 12 or 13 or Ubuntu 24.04');
    writeFileSync(at('usr/lib/os-release'), release);
    const { stderr } = spawnSync(
      'chroot',
      ['--userspec=nobody', root, '/unpacked/infra/deploy/setup', 'status'],
      { encoding: 'utf8' },
    );
    expect(stderr).toContain('write sudo before it');
  });
});
