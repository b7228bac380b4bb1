import { prepareDatabase } from '../composition/prepare-database.ts';
import { openDatabase } from '../database/open.ts';
import { loadToolConfig, readOptions, runCommand } from './tool.ts';

await runCommand(async () => {
  readOptions('Usage: npm run migrate', {});
  const config = loadToolConfig();
  const db = await openDatabase(config, async () => []);
  try {
    const migrationLines: string[] = [];
    await prepareDatabase(config, db.connection, {
      onMigrated: (migrations) =>
        migrationLines.push(...migrations.map(({ name, ms }) => `${name}  ${Math.round(ms)} ms`)),
    });
    return migrationLines.length > 0
      ? `Migrated:\n  ${migrationLines.join('\n  ')}`
      : 'The database is up to date.';
  } finally {
    await db.close();
  }
});
