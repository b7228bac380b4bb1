import { run } from './start.ts';

await run(async () => {
  const [{ buildApp }, { seedDemo }, { entities }] = await Promise.all([
    import('./app.ts'),
    import('./composition/seed-demo.ts'),
    import('./composition/entities.ts'),
  ]);
  return { buildApp, seedDemo, entities };
});
