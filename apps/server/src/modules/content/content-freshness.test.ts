import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fields, samples } from '../../testing/content-samples.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const kinds = {
  posts: 'post',
  programs: 'program',
  coaches: 'coach',
  facilities: 'facility',
  gallery: 'gallery',
  alumni: 'alumni',
} as const;

describe.each(samples)('$resource', ({ resource, required, title }) => {
  /** What a visitor reads. Asked twice each time, so that the answer has been kept when the next change comes. */
  async function seen(id: number): Promise<{ status: number; name: unknown; listed: unknown }> {
    const ask = async () => {
      const one = await t.call<Fields>('GET', `/${resource}/${id}`);
      const all = await t.call<Fields[]>('GET', `/${resource}`);
      const listed = all.body.data.find((item) => item.id === id)?.[title];
      return { status: one.status, name: one.body.data?.[title], listed };
    };
    const first = await ask();
    expect(await ask()).toEqual(first);
    return first;
  }
  const shown = (name: string) => ({ status: 200, name, listed: name });
  const gone = { status: 404, name: undefined, listed: undefined };

  test('what the office does, the next visitor sees: made, changed, deleted, brought back, deleted for ever', async () => {
    const { token } = await t.signIn();
    const { trash } = t.admin(token);
    const kind = kinds[resource];
    await t.call('GET', `/${resource}`);

    const made = await t.call<{ id: number }>(
      'POST',
      `/${resource}`,
      { ...required, [title]: 'First' },
      { token },
    );
    const { id } = made.body.data;
    expect(await seen(id)).toEqual(shown('First'));
    await t.call('PUT', `/${resource}/${id}`, { [title]: 'Second' }, { token });
    expect(await seen(id)).toEqual(shown('Second'));
    await t.call('DELETE', `/${resource}/${id}`, undefined, { token });
    expect(await seen(id)).toEqual(gone);
    await trash.restore.mutate({ kind, id });
    expect(await seen(id)).toEqual(shown('Second'));
    await t.call('DELETE', `/${resource}/${id}`, undefined, { token });
    await trash.purge.mutate({ kind, id });
    expect(await seen(id)).toEqual(gone);
  });
});
