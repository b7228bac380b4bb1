import { prepareDatabase } from '../composition/prepare-database.ts';
import { openDatabase } from '../database/open.ts';
import { loadToolConfig, readOptions, runCommand } from './tool.ts';

await runCommand(async () => {
  readOptions('Usage: npm run migrate', {});
  const config = loadToolConfig();
  const db = await openDatabase(config, async () => []);
  try {
    const done: string[] = [];
    await prepareDatabase(config, db.connection, {
      onMigrated: (migrations) =>
        done.push(...migrations.map(({ name, ms }) => `${name}  ${Math.round(ms)} ms`)),
    });
    return done.length > 0 ? `Migrated:\n  ${done.join('\n  ')}` : 'The database is up to date.';
  } finally {
    await db.close();
  }
});
