import { beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../composition/seed-demo.ts';
import { listStatements, watchStatements } from '../call-statements.ts';
import { type TestApp, useTestApp } from '../test-app.ts';

watchStatements();

const t = useTestApp({ SEED_DEMO: 'false' });
let withPages: TestApp['app'];
beforeAll(async () => {
  await seedDemo({ db: t.db });
  withPages = await t.openPages();
});

test.each(['/', '/programs', '/news', '/registration', '/api/v1/programs', '/api/v1/posts/3'])(
  '%s runs no statement once it is cached',
  async (url) => {
    const { statements } = await listStatements(withPages, { url });
    expect(statements).not.toEqual([]);
    expect(await listStatements(withPages, { url })).toEqual({ statusCode: 200, statements: [] });
  },
);
