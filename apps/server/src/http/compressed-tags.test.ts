import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app/test-app.ts';

const t = await useTestApp();

/** As nginx, Apache and Jetty write the tag of an answer that they compressed. */
const spellings = [
  (tag: string) => `W/${tag}`,
  (tag: string) => tag.replace(/"$/, '-gzip"'),
  (tag: string) => `W/${tag.replace(/"$/, ';br"')}`,
  (tag: string) => `"other-1-1", W/${tag.replace(/"$/, '--gzip"')}`,
];

test('a tag counts after a proxy has compressed the answer, and an old one does not', async () => {
  const { id } = await t.given.content('posts');
  const { token } = await t.given.account();
  const url = `/api/v1/posts/${id}`;
  const readTag = async () => String((await t.app.inject({ url })).headers.etag);
  const change = (tag: string, title: string) =>
    t.app.inject({
      method: 'PUT',
      url,
      headers: { authorization: `Bearer ${token}`, 'if-match': tag },
      payload: { title },
    });
  const first = await readTag();
  for (const [at, spell] of spellings.entries()) {
    const tag = await readTag();
    expect((await t.app.inject({ url, headers: { 'if-none-match': spell(tag) } })).statusCode).toBe(304);
    expect([tag, (await change(spell(tag), `Title ${at}`)).statusCode]).toEqual([tag, 200]);
    expect((await t.app.inject({ url, headers: { 'if-none-match': spell(tag) } })).statusCode).toBe(200);
    expect((await change(spell(first), 'Late')).statusCode).toBe(412);
  }
});
