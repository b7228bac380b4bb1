import { run } from './start.ts';

await run(async () => {
  const [{ buildApp }, { seedDemo }] = await Promise.all([
    import('./app.ts'),
    import('./database/demo/seed.ts'),
  ]);
  return { buildApp, seedDemo };
});
