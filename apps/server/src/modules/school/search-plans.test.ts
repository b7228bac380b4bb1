import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app/test-app.ts';
import { likeAnySql } from '../platform/content/search.ts';

const t = await useTestApp();

test.each(['registrations', 'donations', 'certificates', 'posts', 'gallery_items', 'messages'])(
  'the search of %s is served by its index',
  async (table) => {
    const { sql, values } = likeAnySql('search', ['amina', '0700 000 001']);
    const plan = await t.em().transactional(async (em) => {
      await em.execute('set local enable_seqscan = off');
      return em.execute(`explain select id from ${table} where ${sql}`, [...values]);
    });
    expect(JSON.stringify(plan)).toContain(`${table}_search_index`);
  },
);
