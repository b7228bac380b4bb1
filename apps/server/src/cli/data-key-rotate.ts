import { sealingWith } from '../composition/sealed-columns.ts';
import { rotateDataKey } from '../database/rotate-data-key.ts';
import { StartError } from '../errors.ts';
import { loadToolConfig } from './tool-config.ts';
import { openToolDatabase } from './tool-database.ts';

const USAGE = 'Usage: npm run data-key:rotate [-- --erase-lost]  (erases the answers whose key is lost)';

try {
  const [option, ...more] = process.argv.slice(2);
  const eraseLost = option === '--erase-lost';
  if (more.length > 0 || (option && !eraseLost)) throw new StartError(USAGE);
  const config = loadToolConfig({ installation: true, writesFiles: true });
  const db = await openToolDatabase(config);
  try {
    const sealing = sealingWith(config.dataKeys);
    const { encrypted, erased, key } = await rotateDataKey(db.connection, sealing, { eraseLost });
    console.info(
      eraseLost
        ? `The health answers of ${erased.registrations} registrations, which no key opens, are erased.`
        : `The health answers of ${encrypted.registrations} registrations are encrypted anew; all are under the data key ${key}.`,
    );
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
