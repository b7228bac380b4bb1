import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasProgram } from '../scripts/programs.mjs';
import { listPrintedFiles, printSetup, setupScript } from './printed-setup.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'institute-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['www.example.org', 'apt-get install'],
  ['update', 'npm ci'],
  ['backup', 'cli/backup.ts'],
  ['restore /backup.gz', 'cli/restore.ts'],
  ['status', 'systemctl status'],
  ['remove', 'systemctl disable'],
])('%s prints commands that a shell can read, to anybody', (words, command) => {
  const printed = printSetup(...words.split(' '));
  expect(printed).toContain(command);
  expect(spawnSync('bash', ['-n'], { input: printed, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});

test.skipIf(!hasProgram('systemd-analyze'))('systemd finds no fault in the services that it writes', () => {
  const units = [...listPrintedFiles(printSetup('www.example.org'))].filter(([path]) =>
    path.startsWith('/etc/systemd/'),
  );
  const files = units.map(([path, text]) => {
    const file = join(folder, path.split('/').at(-1).replace('@', '@3000'));
    // Neither the programs nor the account are on this machine
    writeFileSync(file, text.replace(/^(Exec\w+=).*/gm, '$1/bin/true').replace(/^(User|Group)=.*/gm, ''));
    return file;
  });
  expect(files).toHaveLength(3);
  const { stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', '--recursive-errors=no', ...files],
    { encoding: 'utf8' },
  );
  expect(stdout + stderr).not.toContain(folder);
});

test.each([
  ['www.example.org', 'example.org'],
  ['example.org', 'www.example.org'],
])('the site %s is also found at %s, which leads to it', (name, other) => {
  const caddy = listPrintedFiles(printSetup(name)).get('/etc/caddy/institute.caddy');
  expect(caddy).toContain(`\n${name} {`);
  expect(caddy).toContain(`\n${other} {\n\tredir https://${name}{uri} permanent\n}\n`);
});

test('the other name is served only when it leads to the machine', () => {
  const getent = `getent() {
  case $2 in
    www.example.org | example.org) echo '192.0.2.7 STREAM'; echo '192.0.2.7 DGRAM' ;;
    www.parked.example) echo '203.0.113.9 STREAM' ;;
    parked.example) echo '192.0.2.7 STREAM' ;;
    *) return 2 ;;
  esac
}
hostname() { echo '10.0.0.4 '; }
`;
  const functions = readFileSync(setupScript, 'utf8').match(/^addresses\(\)[\s\S]*?^}$/m)?.[0];
  const leads = (other, name) =>
    spawnSync('bash', ['-c', `set -euo pipefail\n${getent}${functions}\nleads_here ${other} ${name}`])
      .status === 0;
  expect(leads('example.org', 'www.example.org')).toBe(true);
  expect(leads('www.parked.example', 'parked.example')).toBe(false);
  expect(leads('nowhere.example', 'www.nowhere.example')).toBe(false);
});

test('builds with no rights of root, in files that nobody else reads, and leaves settings out', () => {
  const printed = printSetup('www.example.org');
  const npm = printed.split('\n').filter((line) => / npm (?:ci|run|prune)/.test(line));
  expect(npm).toHaveLength(3);
  for (const line of npm)
    expect(line).toMatch(/^setpriv --reuid institute --regid institute --clear-groups env -C /);
  expect(printed).toMatch(/^umask 077 $[\s\S]*^tar .*--exclude=\.env .*$[\s\S]*^chown -R root:institute /m);
});

test.each([
  ['https://www.example.org', 'without https://'],
  ['Example', 'is no name of a site'],
  ['example', 'is no name of a site'],
])('refuses %s as the name of a site', (name, reason) => {
  const { status, stderr, stdout } = spawnSync(setupScript, ['--print', name], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(reason);
});

test('keeps the password of the mail server readable for the service, whatever its signs', () => {
  const printed = execFileSync(setupScript, ['--print', 'www.example.org'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      SMTP_URL: 'smtps://office:p%40ss@mail.example.org',
      MAIL_FROM: 'office@example.org',
    },
  });
  expect(listPrintedFiles(printed).get('/etc/institute/institute.env').split('\n')).toEqual([
    'PUBLIC_URL=https://www.example.org',
    'TRUST_PROXY=loopback',
    'SMTP_URL=smtps://office:p%40ss@mail.example.org',
    'MAIL_FROM=office@example.org',
    '',
  ]);
});
