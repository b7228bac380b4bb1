import { expect, test } from 'vitest';
import { migrate } from '../../../database/migrate.ts';
import { readData } from '../../../testing/app/answers.ts';
import type { BodyOf } from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';

const t = await useTestApp();

const none = { imageUrl: null, imageAlt: null, videoUrl: null };
const withPicture = {
  ...none,
  content:
    '<p>Come.</p><figure><img alt="Flour &amp; &quot;eggs&quot;" src="https://images.example/cake.jpg?a=1&amp;b=2"></figure><p><img src="https://images.example/second.jpg" alt=""></p>',
};

const readCard = async (body: Partial<BodyOf<'posts'>>) => {
  const { id } = await t.given.post(body);
  const card = (await readData(t.visitor.api.posts.summaries())).find((post) => post.id === id);
  return { imageUrl: card?.imageUrl, imageAlt: card?.imageAlt };
};

test('a card takes the first picture of the text where the post has none of its own', async () => {
  expect(await readCard(withPicture)).toEqual({
    imageUrl: 'https://images.example/cake.jpg?a=1&b=2',
    imageAlt: 'Flour & "eggs"',
  });
  const own = { imageUrl: 'https://images.example/own.jpg', imageAlt: 'The gate' };
  expect(await readCard({ ...withPicture, ...own })).toEqual(own);
  const empty = { imageUrl: null, imageAlt: null };
  expect(await readCard({ ...withPicture, videoUrl: 'https://youtu.be/abcdefghijk' })).toEqual(empty);
  expect(await readCard({ ...none, content: '<p>Words alone.</p>' })).toEqual(empty);
});

test('a card follows its text, and the post keeps having no picture of its own', async () => {
  const { id } = await t.given.post(withPicture);
  const params = { id };
  expect(await readData(t.office.api.posts.get({ params }))).toMatchObject(none);
  await t.office.api.posts.update({
    params,
    body: { content: '<p><img src="/uploads/new.jpg" alt="New"></p>' },
  });
  const cards = await readData(t.visitor.api.posts.summaries());
  expect(cards.find((post) => post.id === id)).toMatchObject({
    imageUrl: '/uploads/new.jpg',
    imageAlt: 'New',
  });
});

test('posts of an older version have their pictures at once', async () => {
  const older = await createOlderDatabase('0128');
  await query(
    older.connection,
    `insert into posts (title, content, category, status) values ('Cake', '<p><img src="/uploads/a.jpg" alt="" /></p>', 'news', 'published')`,
  );
  await migrate(older.connection);
  expect(await query(older.connection, 'select first_picture from posts')).toEqual([
    { first_picture: '<img src="/uploads/a.jpg" alt="" />' },
  ]);
  await older.drop();
});
