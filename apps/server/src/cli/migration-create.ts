import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Migrator, TSMigrationGenerator } from '@mikro-orm/migrations';
import { entities } from '../composition/entities.ts';
import { MIGRATION_SETTINGS } from '../database/migration-settings.ts';
import { openOrm } from '../database/orm.ts';

const USAGE = 'Usage: npm run migration -- name-of-the-change';

class Generator extends TSMigrationGenerator {
  override generateMigrationFile(className: string, { up }: { up: string[] }): string {
    const words = className.slice(className.indexOf('_') + 1).split(/[-_]/);
    const plainName = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const statements = up.map((sql) => this.createStatement(sql, 4)).join('');
    return `import { Migration } from '@mikro-orm/migrations';

export class ${plainName} extends Migration {
  override up(): void {
${statements}  }
}
`;
  }
}

/** Needs no database. Returns the path of the migration, or undefined when there is nothing to change. */
export async function createMigration(name: string, folder: string = MIGRATION_SETTINGS.path) {
  const orm = openOrm({ database: 'none' }, entities, {
    migrations: {
      ...MIGRATION_SETTINGS,
      path: folder,
      generator: Generator,
      fileName: () => `${findNextNumber(folder)}-${name}`,
    },
  });
  try {
    const { fileName } = await new Migrator(orm.em).create(undefined, false, false, name);
    return fileName ? join(folder, fileName) : undefined;
  } finally {
    await orm.close(true);
  }
}

function findNextNumber(folder: string): string {
  const numbers = readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

if (import.meta.main) {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0 || !/^[a-z\d]+(-[a-z\d]+)*$/.test(name)) {
    console.error(USAGE);
    process.exitCode = 1;
  } else {
    const file = await createMigration(name);
    if (file) spawnSync('biome', ['format', '--write', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    console.info(
      file ? `Wrote ${file}. Read it before you commit it.` : 'The migrations match the entities.',
    );
  }
}
