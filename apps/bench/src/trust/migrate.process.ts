import { migrate } from '../../../server/src/database/migrate.ts';

/** Migrates a database as the start of the product does. The parent kills it. */
process.send?.('begins');
await migrate(JSON.parse(process.argv[2] ?? ''));
process.disconnect?.();
