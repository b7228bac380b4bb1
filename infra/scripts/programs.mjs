import { spawnSync } from 'node:child_process';
import { environment } from './checkout.mjs';

/** Programs of the deployment examples. Tests that need one are skipped where there is none. */
const PROGRAMS = {
  nginx: '-v',
  'redis-server': '--version',
  caddy: 'version',
  'systemd-analyze': '--version',
};
/** Debian's packages of the same names. */
const PACKAGES = ['nginx', 'redis-server', 'caddy'];

export const hasProgram = (name) =>
  spawnSync(name, [PROGRAMS[name]], { env: environment, stdio: 'ignore', timeout: 20_000 }).status === 0;

/** Installs those that are missing, on Debian and its derivatives, as root. */
export async function installPrograms(run) {
  const missing = PACKAGES.filter((name) => !hasProgram(name));
  if (missing.length === 0 || process.getuid?.() !== 0) return;
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return;
  // in this run level a package does not start its service
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update', '-q'], env);
  // one by one, since old releases do not have all of them
  for (const name of missing)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env);
}
