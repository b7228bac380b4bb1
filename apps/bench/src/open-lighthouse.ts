import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Has a lock file of its own, outside the installation that every clone needs. */
const folder = resolve(import.meta.dirname, '../lighthouse');

/** What the benchmarks read of Lighthouse's result. */
export interface Result {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { score: number | null; details?: { items?: { url: string; transferSize: number }[] } }
  >;
}
type Flags = { onlyCategories?: string[]; onlyAudits?: string[]; throttlingMethod?: 'provided' };
type Run = (
  url: string,
  flags: Flags & { port: number; logLevel: 'error' },
) => Promise<{ lhr: Result } | undefined>;
type Launch = (options: { chromeFlags: string[] }) => Promise<{ port: number; kill(): void }>;

/** Installs Lighthouse where it is missing, and starts a Chromium. Undefined without Chromium. */
export async function openLighthouse() {
  if (installedVersion() !== versionIn('package.json')) {
    console.info('Installing Lighthouse (only this once) …');
    const options = ['ci', '--no-workspaces', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', options, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  }
  const { launch } = (await load('chrome-launcher')) as { launch: Launch };
  const { default: lighthouse } = (await load('lighthouse')) as { default: Run };
  const chromium = await launch({
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  }).catch(console.warn);
  if (!chromium) return undefined;
  return {
    audit: async (url: string, flags: Flags): Promise<Result | undefined> =>
      (await lighthouse(url, { ...flags, port: chromium.port, logLevel: 'error' }))?.lhr,
    close: () => chromium.kill(),
  };
}

const load = (name: string): Promise<unknown> =>
  import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href);

function installedVersion(): string | undefined {
  try {
    return versionIn('node_modules/lighthouse/package.json');
  } catch {
    return undefined;
  }
}

function versionIn(file: string): string | undefined {
  const { name, version, dependencies } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return name === 'lighthouse' ? version : dependencies.lighthouse;
}
