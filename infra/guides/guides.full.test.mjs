import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCountryGuideTests } from './country-uses.mjs';
import {
  describeFieldGuideTests,
  describeMessageGuideTests,
  describeResourceGuideTests,
  GUIDE_MESSAGE_KIND,
} from './guide-uses.mjs';
import { readCodePieces, readCountryGuide, readGuide } from './read-guide.mjs';
import { copyRepository } from './repository-copy.mjs';
import { startProduct } from './running-product.mjs';

// All guides are applied to one copy of the repository, which is one of Kenya: compiling and building takes most of
// the time

const country = readCountryGuide();
const resource = readGuide('add-a-resource');
const field = readGuide('add-a-registration-field');
const contentField = readCodePieces('add-a-content-field');
const restCall = readCodePieces('add-a-rest-call');
const message = readCodePieces('add-a-message');
const ofPieces = [contentField, restCall, readCodePieces('add-a-report'), message];
/** One of a contact, which is answered with the empty text. */
const SPONSOR = {
  'packages/contract/src/fields/registration-fields.constants.ts':
    "  { name: 'sponsorEmail', label: 'Sponsor', step: 2, kind: 'email', contact: 'guardian', example: 'sponsor@example.org' },",
  'apps/server/src/modules/school/registrations/registration.entity.ts':
    '    sponsorEmail: optionalColumn(254),',
};

async function expectSuccess(command) {
  const { succeeded, output } = await command;
  expect(succeeded, output).toBe(true);
  return output;
}

function applyGuides(copy) {
  copy.addFiles(resource.folder, resource.files);
  for (const [file, line] of resource.lines) copy.addLine(file, line);
  for (const [file, { line, before }] of field.lines) copy.insertBefore(file, line, before);
  for (const [file, { line }] of field.lines) copy.insertBefore(file, SPONSOR[file], line);
  for (const { folder, files, pieces } of ofPieces) {
    copy.addFiles(folder, files);
    for (const { file, piece, before } of pieces) copy.insertBefore(file, piece, before);
  }
}

describe('a repository with the guides applied', { timeout: 900_000 }, () => {
  const guide = { copy: undefined, product: undefined };
  let created;
  const runInCopy = (...command) => expectSuccess(guide.copy.run(...command));
  const createMigration = (name) => runInCopy('.', 'node', 'apps/server/src/cli/migration-create.ts', name);

  async function moveToAnotherCountry() {
    guide.copy.addFiles(country.folder, country.files);
    const [, file] = /Wrote (\S+-place\.ts)\. /.exec(await createMigration('place'));
    const migration = `apps/server/src/database/migrations/${basename(file)}`;
    guide.copy.insertAfter(migration, country.statements, '  override up(): void {');
  }

  beforeAll(async () => {
    guide.copy = await copyRepository();
    await moveToAnotherCountry();
    applyGuides(guide.copy);
    for (const app of ['apps/web', 'apps/admin'])
      await runInCopy(app, 'node', '../../packages/ui/write-routes.ts');
    created = await createMigration('add-trips');
  }, 300_000);
  afterAll(() => guide.copy?.remove(), 60_000);

  test('gets a migration from its entities', () => {
    expect(created).toMatch(/Wrote \S+-add-trips\.ts/);
  });

  /** Compiles only files that use the lines, because a whole workspace takes much longer. */
  async function compileWithout(lines, uses) {
    const files = uses.map((file) => `src/${file}.ts`);
    guide.copy.writeJson('apps/server/tsconfig.part.json', {
      extends: './tsconfig.json',
      include: [],
      files: [...files, 'src/http/request-context.ts'],
    });
    const restores = lines.map(([file, line]) => guide.copy.removeLine(file, line));
    const compiled = await guide.copy.run('apps/server', 'tsc', '-p', 'tsconfig.part.json');
    for (const restore of restores) restore();
    expect(compiled.succeeded).toBe(false);
    return compiled.output;
  }

  test('does not compile without the lines of the server, nor without the text of the SMS', async () => {
    const [, [entity, { line: column }]] = field.lines;
    const [{ file: texts, piece: text }] = message.pieces;
    const cached = restCall.pieces.find(({ piece }) => piece === '  waiting: contract.waiting,');
    const registrations = 'modules/school/registrations';
    const output = await compileWithout(
      [
        ...resource.lines.filter(([file]) => file.startsWith('apps/server/')),
        [entity, column],
        [texts, text],
        // Nobody says whether a new group of calls is cached
        [cached.file, cached.piece],
      ],
      [
        'composition/rest',
        'http/cache/cached-reads',
        `${registrations}/registration.view`,
        `${registrations}/registration.messages`,
      ],
    );
    expect(output).toMatch(/composition\/rest\.ts.* Property 'trips' is missing/);
    expect(output).toMatch(/rest\.ts.* Property 'waiting' is missing/);
    expect(output).toMatch(/registration\.view\.ts[\s\S]*'"school"'/);
    expect(output).toMatch(/registration\.messages\.ts[\s\S]*"documents"/);
  });

  test('passes the tests of what the guides change, which preview and list the message', async () => {
    const output = await runInCopy(
      '.',
      'vitest',
      'run',
      '--reporter=verbose',
      // Each worker reads all modules again
      '--maxWorkers=1',
      'apps/admin/src/features/form-controls.test.tsx',
      'apps/web/src/document/shown-fields.test.ts',
      'packages/contract/src/words',
      'apps/server/src/cli/migrations.generated.test.ts',
      'apps/server/src/database/dialled.test.ts',
      'apps/server/src/modules/school/search-plans.test.ts',
      'apps/server/src/modules/school/registrations/registration.test.ts',
      'apps/server/src/composition/message-previews.full.test.ts',
      'apps/server/src/composition/message-list.test.ts',
      'apps/admin/src/features/registrations/registration-sections.test.tsx',
    );
    for (const channel of ['email', 'SMS'])
      expect(output).toContain(`the ${channel} ${GUIDE_MESSAGE_KIND} can be looked at`);
  });

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

      // The test opens the built pages
      test('says who may call', () =>
        runInCopy(
          '.',
          'vitest',
          'run',
          'apps/server/src/testing/guarantees/access.test.ts',
          '-t',
          'stands in the table',
        ));

      describeCountryGuideTests(guide);
      describeFieldGuideTests(guide);
      describeMessageGuideTests(guide);
      describeResourceGuideTests(guide);
    });
  });
});
