import { makeColumnSealing } from '../composition/prepare-database.ts';
import { rotateDataKey } from '../database/rotate-data-key.ts';
import { readOptions, runCommand, withToolDatabase } from './tool.ts';

const USAGE = 'Usage: npm run data-key:rotate [-- --erase-lost]  (erases the answers whose key is lost)';

await runCommand(() => {
  const { 'erase-lost': eraseLost } = readOptions(USAGE, {
    'erase-lost': { type: 'boolean', default: false },
  });
  return withToolDatabase({ installation: true, writesFiles: true }, async ({ connection }, { dataKeys }) => {
    const { encrypted, erased, key } = await rotateDataKey(connection, makeColumnSealing(dataKeys), {
      eraseLost,
    });
    return eraseLost
      ? `The health answers of ${erased.registrations} registrations, which no key opens, are erased.`
      : `The health answers of ${encrypted.registrations} registrations are encrypted anew; all are under the data key ${key}.`;
  });
});
