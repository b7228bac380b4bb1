import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { passwordValidMinutes } from '../../apps/server/src/context/rights.ts';
import { rateLimitRules } from '../../apps/server/src/http/policies/rate-limit.ts';
import { requestLimits } from '../../apps/server/src/http/server/request-queue.ts';
import {
  parkedKeptMs,
  sentKeptMs,
} from '../../apps/server/src/modules/platform/outbox/outbox-erasure.service.ts';
import { wrongTryRules } from '../../apps/server/src/modules/platform/wrong-tries/wrong-try.service.ts';
import { deliveriesKeptDays } from '../../packages/contract/src/api/office/webhooks.constants.ts';
import { trashDays } from '../../packages/contract/src/api/public/content.constants.ts';
import { root } from '../scripts/checkout.mjs';

const operations = ['install', 'backup', 'proxy-and-replicas', 'incidents'].map(
  (name) => `docs/operations/${name}.md`,
);
const commandPages = [
  ...operations,
  'README.md',
  'docs/scale.md',
  'docs/guides/operate.md',
  'infra/deploy/README.md',
];
const pages = globSync(['*.md', '{docs,packages,infra}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
});
const read = (file) => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

/** A command's pattern, the test that runs it, and a text in that test. */
const ranBy = [
  [/^npm prune --omit=dev --no-save$/, 'infra/docker/Dockerfile', 'npm prune --omit=dev --no-save'],
  [/^npm ci$/, 'infra/scripts/setup.full.test.mjs', "'npm', ['ci'"],
  [/^npm run build$/, 'infra/docker/dockerfile.full.test.mjs', 'RUN'],
  [/^npm start$/, 'infra/scripts/setup.full.test.mjs', 'starts without installing or building'],
  [/^npm run migrate$/, 'apps/server/src/cli/migrate.full.test.ts', "'migrate'"],
  [/^npm run backup -- \S+$/, 'apps/server/src/cli/backup.full.test.ts', "'backup'"],
  [/^npm run restore -- \S+$/, 'apps/server/src/cli/backup.full.test.ts', "'restore'"],
  [/^npm run move -- /, 'apps/server/src/cli/move.full.test.ts', "'move'"],
  [/^npm run data-key:rotate$/, 'apps/server/src/cli/data-key-rotate.full.test.ts', 'data-key-rotate'],
  [/^systemd-run /, 'infra/deploy/examples.test.mjs', '^systemd-run '],
  [/^sudo infra\/deploy\/setup www/, 'infra/deploy/setup.full.test.mjs', "setup('www.example.org')"],
  [
    /^printf '[^']+' \| npm run admin:create -- /,
    'apps/server/src/cli/admin-create.full.test.ts',
    'admin-create',
  ],
];
/** Gets another version of the code. Tests have theirs already. */
const ofTheCode = /^git (pull|checkout \S+)$/;

function commandsOf(text) {
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block]) => block);
  return blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean)
    .flatMap((line) => (line.startsWith('git ') ? splitAfterGit(line) : [line]));
}
function splitAfterGit(line) {
  return line.split(' && ');
}

test('every command of the pages of operations is run by a test', () => {
  const commands = operations.flatMap((page) => commandsOf(read(page)));
  expect(commands.length).toBeGreaterThan(10);
  const isRun = (command) =>
    ofTheCode.test(command) ||
    ranBy.some(([pattern, file, token]) => pattern.test(command) && read(file).includes(token));
  expect(commands.filter((command) => !isRun(command))).toEqual([]);
});

test.each(commandPages)('%s names only scripts and files that there are', (page) => {
  const text = read(page);
  const named = [...text.matchAll(/npm run ([\w:]+(?:-[\w:]+)*)/g)].map(([, name]) => name);
  expect(named.filter((name) => !scripts[name])).toEqual([]);
  const files = [...text.matchAll(/`((?:infra|apps|packages|docs)\/[\w./@-]+)`/g)].map(([, file]) => file);
  // The build creates these; they are not in the repository.
  const missing = files.filter(
    (file) => !/^apps\/(?:web|admin)\/(dist|releases)/.test(file) && !existsSync(join(root, file)),
  );
  expect(missing).toEqual([]);
});

test('the links of every page lead somewhere', () => {
  const lost = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(page, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(lost).toEqual([]);
});

function leadsSomewhere(page, target) {
  const [file, anchor] = target.split('#');
  const path = file ? join(root, page, '..', file) : join(root, page);
  return existsSync(path) && (anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).includes(anchor));
}

const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );

test('no page has a paragraph that nobody reads to its end', () => {
  const MAX_WORDS = 110;
  const paragraphs = pages.flatMap((page) =>
    read(page)
      .replace(/^ *```[\s\S]*?^ *```$/gm, '')
      .split(/\n\s*\n|\n(?=\s*(?:[-|]|\d+\.) )/)
      .filter((text) => text.trim().split(/\s+/).length > MAX_WORDS)
      .map((text) => `${page}: ${text.trim().slice(0, 60)}`),
  );
  expect(paragraphs).toEqual([]);
});

test('operate.md names the limits of the code', () => {
  const text = read('docs/guides/operate.md').replace(/\s+/g, ' ');
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const { 'account and network': password, network, account } = wrongTryRules;
  const { registration, 'registration of an hour': hour } = rateLimitRules;
  const sentences = [
    `${password.free} wrong passwords close an account for ${password.countedMs / MINUTE_MS} minutes`,
    `${network.free} close that network for every account`,
    `after ${account.free} in an hour, the right password from a new device gets a link by email`,
    `in this session in the last ${passwordValidMinutes} minutes`,
    `works on ${requestLimits.atOnce} requests at a time; up to ${requestLimits.waiting.toLocaleString('en')} more wait`,
    `a request that has waited ${requestLimits.longestMs / 1000} s is answered 503`,
    `may send ${registration.points} registrations a minute and ${hour.points} an hour`,
    `removes what was sent ${sentKeptMs / DAY_MS} days ago`,
    `what was given up after ${parkedKeptMs / DAY_MS} days`,
    `from the trash, by an owner or after ${trashDays} days there`,
    `Deliveries stay in the log for ${deliveriesKeptDays} days`,
  ];
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
});

test('the names of code in the guides to changes exist', () => {
  const textOf = (pattern) => globSync(pattern, { cwd: root }).map(read).join('\n');
  const known = new Set(
    textOf('{apps/{server,admin,web}/src,packages/*/src,docs/guides/add-a-*}/**/*.{ts,tsx,json}').match(
      /\w+/g,
    ),
  );
  const guides = textOf('docs/guides/add-a-*.md').replaceAll(/```[\s\S]*?```/g, '');
  const named = guides.match(/`[^`\n]+`/g).flatMap((code) => code.match(/\b[a-z]+[A-Z]\w*/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
