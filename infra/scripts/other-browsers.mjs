import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root } from './checkout.mjs';
import { hasProgram, listPlaywrightPaths } from './programs.mjs';

/** Packages of npm that hold a Chromium for Linux, by its version. */
const OLD_CHROMIUMS = {
  90: 'chrome-aws-lambda@8.0.2',
  106: '@sparticuz/chromium@106.0.2',
  112: '@sparticuz/chromium@112.0.2',
};

/** Without their paths: enough to list which stories use them. */
export const oldChromiumVersions = Object.fromEntries(Object.keys(OLD_CHROMIUMS).map((name) => [name, name]));

/** Paths of the browsers by their versions. Those that cannot be had are missing, and a line says so. */
export async function fetchOldChromiums(run) {
  const paths = {};
  for (const [version, name] of Object.entries(OLD_CHROMIUMS)) {
    const folder = join(root, '.cache/browsers', `chromium-${version}`);
    if (existsSync(folder) || (await fetchChromium(run, name, folder)))
      paths[version] = join(folder, 'chromium');
    else console.log(`Chromium ${version} could not be had; its stories are skipped.`);
  }
  return paths;
}

async function fetchChromium(run, name, folder) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps', '--no-audit'];
  if (!(await run('npm', ['install', '--prefix', unfinished, ...flags, name]))) return false;
  const packed = join(unfinished, 'node_modules', name.replace(/@[\d.]+$/, ''), 'bin');
  for (const file of readdirSync(packed)) {
    const path = join(unfinished, file.replace(/\.br$/, ''));
    writeFileSync(path, brotliDecompressSync(readFileSync(join(packed, file))));
    if (path.endsWith('.tar') && !(await run('tar', ['xf', path, '-C', unfinished]))) return false;
  }
  chmodSync(join(unfinished, 'chromium'), 0o755);
  rmSync(join(unfinished, 'node_modules'), { recursive: true });
  renameSync(unfinished, folder);
  return true;
}

/** Playwright's own builds on this machine, or Debian's packages. A line names what is missing. */
export function listOtherEngines() {
  const { firefox, webkit } = listPlaywrightPaths();
  return Object.entries({ firefox, webkit }).flatMap(([name, path]) => {
    if (existsSync(path)) return [name];
    if (name === 'firefox' && hasProgram('firefox-esr')) return ['firefox-esr'];
    if (name === 'webkit' && hasProgram('WebKitWebDriver') && hasProgram('Xvfb')) return ['webkitgtk'];
    console.log(`Playwright's ${name} is not installed; its stories are skipped.`);
    return [];
  });
}
