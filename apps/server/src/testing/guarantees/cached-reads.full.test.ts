import { expect, test } from 'vitest';
import { seedDemo } from '../../composition/seed-demo.ts';
import { useTestApp } from '../app/test-app.ts';
import { listStatements, watchStatements } from './call-statements.ts';

watchStatements();

const t = await useTestApp({ SEED_DEMO: 'false' });
await seedDemo({ db: t.db });
const withPages = await t.openPages();

test.each(['/', '/programs', '/news', '/registration', '/api/v1/programs', '/api/v1/posts/3'])(
  '%s runs no statement once it is cached',
  async (url) => {
    const { statements } = await listStatements(withPages, { url });
    expect(statements).not.toEqual([]);
    expect(await listStatements(withPages, { url })).toEqual({ statusCode: 200, statements: [] });
  },
);
