import { run } from '../start.ts';

/** Runs the whole product without pages, which would need a build. */
await run(async () => {
  const [{ buildApp }, { entities }, { setUpCode }] = await Promise.all([
    import('../app.ts'),
    import('../composition/entities.ts'),
    import('../modules/accounts/codes.ts'),
  ]);
  return {
    entities,
    setUpCode,
    seedDemo: async () => {},
    buildApp: (options) => buildApp({ ...options, withPages: false }),
  };
});
