import { execFileSync, spawnSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DCLinter } from 'dclint';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig, settingNames } from '../../apps/server/src/config/config.ts';
import { hasProgram } from '../scripts/programs.mjs';

const read = (...names) => readFileSync(join(import.meta.dirname, ...names), 'utf8');
const isSetting = (name) => settingNames.includes(name) || name === 'NODE_ENV';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'institute-examples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Turns off the rules about alphabetical order. */
function faultsOf(file) {
  const rules = {
    'no-unbound-port-interfaces': 0,
    'require-quotes-in-ports': 0,
    'service-dependencies-alphabetical-order': 0,
    'service-keys-order': 0,
    'services-alphabetical-order': 0,
    'top-level-properties-order': 0,
  };
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
  const messages = linter.lintFiles([file], false).flatMap((result) => result.messages);
  return messages.map(({ rule, line, message }) => `${line} ${rule}: ${message}`);
}

describe('the compose file', () => {
  const { services, volumes } = parse(read('compose/compose.yaml'), { merge: true });
  const sites = ['migration', 'site-1', 'site-2'].map((name) => services[name]);

  test('holds to the specification of compose files', () => {
    expect(faultsOf(join(import.meta.dirname, 'compose/compose.yaml'))).toEqual([]);
    const broken = join(folder, 'compose.yaml');
    writeFileSync(broken, read('compose/compose.yaml').replace('restart: unless-stopped', 'restarts: often'));
    expect(faultsOf(broken).join()).toContain('must NOT have additional properties');
  });

  test('refers only to services and volumes that it has, and to images of others by their digest', () => {
    for (const { depends_on: needs = {}, volumes: mounts = [], image } of Object.values(services)) {
      expect(Object.keys(needs).filter((name) => !services[name])).toEqual([]);
      const named = mounts.map((mount) => mount.split(':')[0]).filter((from) => !from.startsWith('.'));
      expect(named.filter((name) => !(name in volumes))).toEqual([]);
      if (image !== sites[0].image) expect(image).toMatch(/^[\w/.-]+:(?!latest)[\w.-]+@sha256:[0-9a-f]{64}$/);
    }
  });

  test('sets only settings that there are, and asks for every secret that the example of its settings names', () => {
    const names = sites.flatMap(({ environment }) => Object.keys(environment));
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
    const demanded = [...read('compose/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const offered = [...read('compose/example.env').matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
    expect([...new Set(demanded)].sort()).toEqual(offered.sort());
  });

  test('gives the product settings with which it starts, and Redis the password that they name', () => {
    const secret = {
      POSTGRES_PASSWORD: 'ab12',
      REDIS_PASSWORD: 'ef56',
      STORE_PASSWORD: 'cd34',
      AUTH_SECRET: 'x'.repeat(48),
    };
    const given = { ...secret, DATA_KEY: Buffer.alloc(32, 1).toString('base64') };
    const filled = (text) =>
      text.replace(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (_, key, fallback) => given[key] ?? fallback);
    const settings = Object.entries(sites[1].environment).map(([name, value]) => [name, filled(value)]);
    const config = loadConfig({ ...Object.fromEntries(settings), DATA_DIR: join(folder, 'compose') }, []);
    expect(config).toMatchObject({ publicUrl: 'https://localhost', trustProxy: ['uniquelocal'] });

    const { password } = new URL(config.redisUrl);
    expect(password).toBe(given.REDIS_PASSWORD);
    const { command, environment } = services.redis;
    expect(filled(command[command.indexOf('--requirepass') + 1])).toBe(password);
    // The health check's redis-cli reads it.
    expect(filled(environment.REDISCLI_AUTH)).toBe(password);
  });
});

describe('the manifests of Kubernetes', () => {
  const kinds = {
    ConfigMap,
    Deployment,
    Ingress,
    Job,
    Namespace,
    NetworkPolicy,
    PodDisruptionBudget,
    Secret,
    Service,
  };
  const names = globSync('*.yaml', { cwd: join(import.meta.dirname, 'kubernetes') });
  const manifest = (name) => parse(read('kubernetes', name), { merge: true });
  const listed = manifest('kustomization.yaml').resources;
  const podOf = (name) => manifest(name).spec.template.spec;

  test('are listed, but for the example of the secret', () => {
    expect(names.sort()).toEqual([...listed, 'kustomization.yaml', 'secret.example.yaml'].sort());
  });

  test.each([...listed, 'secret.example.yaml'])('%s holds to the schema of its kind', (name) => {
    const content = manifest(name);
    expect(Object.keys(kinds)).toContain(content.kind);
    const { [content.kind]: Kind } = kinds;
    expect(content.apiVersion).toBe(new Kind().apiVersion);
    expect(() => new Kind(content).validate()).not.toThrow();
  });

  test('the service, the budget and the deployment mean the same processes', () => {
    const labels = manifest('site.yaml').spec.template.metadata.labels;
    expect(manifest('site.yaml').spec.selector.matchLabels).toEqual(labels);
    expect(manifest('service.yaml').spec.selector).toEqual(labels);
    expect(manifest('disruption-budget.yaml').spec.selector.matchLabels).toEqual(labels);
    expect(manifest('migration.yaml').spec.template.metadata.labels).not.toEqual(labels);
    const { name, port } = manifest('ingress.yaml').spec.rules[0].http.paths[0].backend.service;
    expect(manifest('service.yaml').metadata.name).toBe(name);
    expect(manifest('service.yaml').spec.ports.map((one) => one.name)).toContain(port.name);
  });

  test('only the ingress controller reaches the processes, which trust every private address', () => {
    expect(manifest('settings.yaml').data.TRUST_PROXY).toBe('uniquelocal');
    const { podSelector, policyTypes, ingress } = manifest('network-policy.yaml').spec;
    for (const name of ['site.yaml', 'migration.yaml']) {
      expect(manifest(name).spec.template.metadata.labels).toMatchObject(podSelector.matchLabels);
    }
    expect(policyTypes).toEqual(['Ingress']);
    const [{ from, ports }, ...others] = ingress;
    expect(others).toEqual([]);
    expect(from).toEqual([{ namespaceSelector: { matchLabels: expect.any(Object) } }]);
    const [{ containerPort }] = podOf('site.yaml').containers[0].ports;
    expect(ports).toEqual([{ protocol: 'TCP', port: containerPort }]);
  });

  test.each(['site.yaml', 'migration.yaml'])('%s has limits, no rights and no writable image', (name) => {
    const { containers, securityContext, automountServiceAccountToken } = podOf(name);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(automountServiceAccountToken).toBe(false);
    const [{ resources, securityContext: rights, volumeMounts }] = containers;
    expect(Object.keys(resources.limits)).toEqual(['cpu', 'memory']);
    expect(rights).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain('/data');
  });

  test('the process has more time to end than it takes, and its probes ask what it answers', () => {
    const { containers, terminationGracePeriodSeconds } = podOf('site.yaml');
    const [{ lifecycle, readinessProbe, livenessProbe, startupProbe }] = containers;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(lifecycle.preStop.sleep.seconds + 10);
    const paths = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path);
    expect(paths).toEqual(['/readyz', '/readyz', '/healthz']);
    // The database may take two seconds to answer.
    expect(readinessProbe.timeoutSeconds).toBeGreaterThan(2);
  });

  test('settings and secrets are settings that there are, and a secret nobody has written stops the start', () => {
    const settings = manifest('settings.yaml').data;
    const secrets = manifest('secret.example.yaml').stringData;
    expect(Object.keys({ ...settings, ...secrets }).filter((name) => !isSetting(name))).toEqual([]);
    expect(secrets.REDIS_URL).toBe('CHANGE-ME');
    const start = () => loadConfig({ ...settings, ...secrets, DATA_DIR: join(folder, 'k8s') }, []);
    expect(start).toThrow('DATABASE_URL must be an address');
  });
});

describe('the units of systemd', () => {
  const units = readdirSync(join(import.meta.dirname, 'systemd'));

  test('set only settings that there are', () => {
    for (const name of units) {
      const set = [...read('systemd', name).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
        line.split(' ').map((pair) => pair.split('=')[0]),
      );
      expect(set.filter((setting) => !isSetting(setting))).toEqual([]);
    }
  });

  test('a command on the server has the user, the place and the settings of the nightly backup', () => {
    const operations = read('../../docs/operations/install.md');
    const words = /^systemd-run (.*)$/m.exec(operations)?.[1].split(' ') ?? [];
    const given = (option) => words.filter((_, at) => words[at - 1] === option);
    const unit = read('systemd/institute-backup.service');
    const valuesOf = (key) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value);

    const same = ['User', 'Group', 'UMask', 'WorkingDirectory', 'EnvironmentFile'];
    const properties = same.flatMap((key) => valuesOf(key).map((value) => `${key}=${value}`));
    expect(given('-p').sort()).toEqual(properties.sort());
    expect(given('-E')).toEqual(valuesOf('Environment').flatMap((line) => line.split(' ')));
    const file = words.slice(words.indexOf('npm')).at(-1);
    expect(valuesOf('ReadWritePaths').join().split(' ')).toContain(dirname(file));
  });

  test('the nightly backup removes old ones, and what one that was cut off has left', () => {
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const day = 24 * 60 * 60;
    for (const [name, days] of Object.entries({ 'a.gz': 20, 'b.gz.part': 20, 'c.gz': 2, 'notes.txt': 20 })) {
      writeFileSync(join(backups, name), '');
      const changedAt = Date.now() / 1000 - days * day;
      utimesSync(join(backups, name), changedAt, changedAt);
    }
    const removal = /^ExecStartPost=(.*)$/m.exec(read('systemd/institute-backup.service'))[1];
    const [program, ...words] = removal.replace('/var/backups/institute', backups).split(' ');
    execFileSync(program, words);
    expect(readdirSync(backups)).toEqual(['c.gz', 'notes.txt']);
  });

  test.skipIf(!hasProgram('systemd-analyze'))('systemd finds no fault in them', () => {
    const here = join(folder, 'units');
    mkdirSync(here);
    for (const name of units) {
      // Systemd-analyze wants programs that exist on this machine.
      writeFileSync(join(here, name), read('systemd', name).replaceAll('/usr/bin/node', process.execPath));
    }
    const files = ['institute@3000.service', 'institute-backup.service', 'institute-backup.timer'];
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...files.map((name) => join(here, name))],
      { encoding: 'utf8' },
    );
    const own = (stdout + stderr).split('\n').filter((line) => line.includes('institute'));
    expect([status, own]).toEqual([0, []]);
  });

  test.skipIf(!hasProgram('systemd-analyze'))('start with the machine once they are enabled', () => {
    const machine = join(folder, 'machine');
    const system = join(machine, 'etc/systemd/system');
    mkdirSync(system, { recursive: true });
    for (const name of units) writeFileSync(join(system, name), read('systemd', name));
    const enabled = ['enable', 'institute@3000', 'institute-backup.timer'];
    expect(spawnSync('systemctl', ['--root', machine, ...enabled]).status).toBe(0);
    expect(readdirSync(join(system, 'multi-user.target.wants'))).toEqual(['institute@3000.service']);
    expect(readdirSync(join(system, 'timers.target.wants'))).toEqual(['institute-backup.timer']);
  });
});

describe('the example for nginx', () => {
  const servers = read('nginx/institute.conf')
    .split(/^server \{$/m)
    .slice(1);
  const [plain, secure] = servers;

  test('writes no address of a request to a log', () => {
    expect(servers).toHaveLength(2);
    for (const server of servers) expect(server).toMatch(/^ {4}access_log off;$/m);
    expect(secure).toMatch(/^ {4}error_log \S+ crit;$/m);
  });

  test('closes silent connections and limits the requests of one address', () => {
    for (const server of servers) expect(server).toMatch(/^ {4}client_header_timeout 10s;$/m);
    expect(read('nginx/institute.conf')).toMatch(/^limit_conn_zone \$binary_remote_addr zone=addresses:/m);
    expect(secure).toMatch(/^ {4}limit_conn addresses \d+;$/m);
  });

  test('redirects to the own host by its name, and no call of the API', () => {
    expect(plain).toContain('return 308 https://www.example.org$request_uri;');
    expect(plain).toMatch(/location ~\* \^\/api\(\/\|\$\) \{\s+return 403;/);
  });
});

test.skipIf(!hasProgram('caddy'))('Caddy takes its example, for names of your own too', () => {
  const file = join(import.meta.dirname, 'caddy/Caddyfile');
  const adapt = (env = {}) =>
    JSON.parse(
      execFileSync('caddy', ['adapt', '--validate', '--adapter', 'caddyfile', '--config', file], {
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
      }),
    );
  expect(JSON.stringify(adapt())).toContain('"dial":"127.0.0.1:3001"');
  // Silent connections end after ten seconds
  expect(JSON.stringify(adapt())).toContain('"read_header_timeout":10000000000');
  const own = JSON.stringify(
    adapt({ SITE_ADDRESS: 'site.example', SITE_PROCESSES: 'site-1:3000 site-2:3000' }),
  );
  expect(own).toContain('"host":["site.example"]');
  expect(own).toContain('"dial":"site-2:3000"');
  const { stdout } = spawnSync('caddy', ['fmt', file], { encoding: 'utf8' });
  expect(stdout).toBe(readFileSync(file, 'utf8'));
});
