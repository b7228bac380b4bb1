import { run } from '../start.ts';

/** The product as a process of its own, without the pages, which have to be built first. */
await run(async () => {
  const [{ buildApp }, { entities }] = await Promise.all([
    import('../app.ts'),
    import('../composition/entities.ts'),
  ]);
  return {
    entities,
    seedDemo: async () => {},
    buildApp: (parts) => buildApp({ ...parts, withPages: false }),
  };
});
