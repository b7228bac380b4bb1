import { run } from '../start.ts';

/** The product as a process of its own, without the pages, which have to be built first. */
await run(async () => {
  const { buildApp } = await import('../app.ts');
  return { seedDemo: async () => {}, buildApp: (parts) => buildApp({ ...parts, withPages: false }) };
});
