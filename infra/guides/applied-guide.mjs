import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../scripts/checkout.mjs';
import { copyRepository } from './repository-copy.mjs';
import { startProduct } from './running-product.mjs';

export const readGuide = (name) => ({
  folder: join(root, 'docs/guides', name),
  text: readFileSync(join(root, `docs/guides/${name}.md`), 'utf8'),
  lines: Object.entries(JSON.parse(readFileSync(join(root, 'docs/guides', name, 'lines.json'), 'utf8'))),
});

export async function expectSuccess(command) {
  const { succeeded, output } = await command;
  expect(succeeded, output).toBe(true);
  return output;
}

/**
 * Applies a guide to a copy of the repository, which tests find in the guide's `copy`. `migration` is null
 * when the guide changes no table.
 */
export function applyGuide(migration, apply) {
  const guide = { copy: undefined, product: undefined };
  let created;
  const runInCopy = (...command) => expectSuccess(guide.copy.run(...command));
  const createMigration = () => runInCopy('.', 'node', 'apps/server/src/cli/migration-create.ts', migration);
  beforeAll(async () => {
    guide.copy = await copyRepository();
    apply(guide.copy);
    for (const app of ['apps/web', 'apps/admin'])
      await runInCopy(app, 'node', '../../packages/ui/write-routes.ts');
    if (migration) created = await createMigration();
  }, 300_000);
  afterAll(() => guide.copy?.remove(), 60_000);

  if (migration) {
    test('gets a migration from its entity', async () => {
      expect(created).toMatch(new RegExp(`Wrote \\S+-${migration}\\.ts`));
      expect(await createMigration()).toContain('The migrations match the entities.');
    });
  }
  return guide;
}

/** Compiles only the files that use a line, because a whole workspace takes much longer. */
export async function compileWithout(copy, { workspace, uses, file, line }) {
  copy.writeJson(`${workspace}/tsconfig.part.json`, { extends: './tsconfig.json', include: [], files: uses });
  const restore = copy.removeLine(file, line);
  const compiled = await copy.run(workspace, 'tsc', '-p', 'tsconfig.part.json');
  restore();
  return compiled;
}

/** Compiles and builds the copy and starts it: `tests` find it in the guide's `product`. */
export function describeWhole(guide, tests) {
  describe('as a whole', () => {
    let compiling;
    let importing;
    let ruling;
    let building;
    // All four run at the same time. They read every file, so all lines must be there.
    beforeAll(() => {
      const { copy } = guide;
      // One program for the server and the app that imports its types. Two programs would compile the server twice.
      copy.writeJson('apps/admin/tsconfig.whole.json', {
        extends: './tsconfig.json',
        compilerOptions: { lib: ['es2024', 'esnext.temporal', 'dom', 'dom.iterable'] },
        include: ['src', '*.ts', '../server/src', '../server/*.ts', '../../packages/contract/src'],
      });
      compiling = Promise.all([
        copy.run('apps/admin', 'tsc', '-p', 'tsconfig.whole.json'),
        copy.run('apps/web', 'tsc', '-p', '.'),
      ]);
      importing = copy.run('.', 'node', 'infra/scripts/boundaries.mjs');
      ruling = copy.run('.', 'node', 'infra/scripts/rules.mjs');
      building = Promise.all(['apps/web', 'apps/admin'].map((app) => copy.run(app, 'vite', 'build')));
    });

    test('keeps the import boundaries', () => expectSuccess(importing));
    test('keeps the rules of the sources', () => expectSuccess(ruling));

    test('compiles the contract, the server and the two apps', async () => {
      for (const compiled of await compiling) await expectSuccess(compiled);
    });

    describe('when it runs', () => {
      beforeAll(async () => {
        for (const built of await building) await expectSuccess(built);
        guide.product = startProduct(guide.copy);
        await guide.product.signUp();
      }, 300_000);
      afterAll(() => guide.product?.stop(), 60_000);

      tests();
    });
  });
}
