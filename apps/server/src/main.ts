import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// another start finds every module compiled, and its types taken out
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/node'));

const { run } = await import('./start.ts');

await run(async () => {
  const [{ buildApp }, { seedDemo }] = await Promise.all([
    import('./app.ts'),
    import('./database/demo/seed.ts'),
  ]);
  return { buildApp, seedDemo };
});
