import { runProduct } from './start.ts';

await runProduct(async () => {
  const [{ buildApp }, { seedDemo }, { finishRestore }, { entities }, { firstAccount }] = await Promise.all([
    import('./app.ts'),
    import('./composition/seed-demo.ts'),
    import('./composition/finish-restore.ts'),
    import('./composition/entities.ts'),
    import('./modules/platform/accounts/codes.ts'),
  ]);
  return { buildApp, seedDemo, finishRestore, firstAccount, entities };
});
