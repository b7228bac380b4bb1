import { beforeAll, describe, expect, test } from 'vitest';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import { getContentApi, typicalContent } from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

describe.each(typicalContent)('$resource', ({ resource, kind, required, title }) => {
  beforeAll(() => t.given.groundFor(resource));
  /** Reads twice, so that the answer is cached before the next change. */
  async function seen(id: number): Promise<{ status: number; name: unknown; listed: unknown }> {
    const visitor = getContentApi(t.visitor, resource);
    const ask = async () => {
      const one = await visitor.get({ params: { id } });
      const { body } = await requireSuccess(visitor.list());
      const listed = body.data.find((item) => item.id === id)?.[title];
      return { status: one.status, name: one.status === 200 ? one.body.data[title] : undefined, listed };
    };
    const first = await ask();
    expect(await ask()).toEqual(first);
    return first;
  }
  const shown = (name: string) => ({ status: 200, name, listed: name });
  const gone = { status: 404, name: undefined, listed: undefined };

  test('the next visitor sees what the office creates, changes, deletes, restores and purges', async () => {
    const office = getContentApi(t.office, resource);
    const { trash } = t.office.admin;
    await getContentApi(t.visitor, resource).list();

    const { id } = await readData(office.create({ body: { ...required, [title]: 'First' } }));
    const params = { id };
    expect(await seen(id)).toEqual(shown('First'));
    await requireSuccess(office.update({ params, body: { [title]: 'Second' } }));
    expect(await seen(id)).toEqual(shown('Second'));
    await requireSuccess(office.remove({ params }));
    expect(await seen(id)).toEqual(gone);
    await trash.restore.mutate({ kind, id });
    expect(await seen(id)).toEqual(shown('Second'));
    await requireSuccess(office.remove({ params }));
    await trash.purge.mutate({ kind, id });
    expect(await seen(id)).toEqual(gone);
  });
});
