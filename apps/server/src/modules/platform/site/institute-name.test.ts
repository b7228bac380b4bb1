import { expect, test } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { SiteEntity } from './site.entity.ts';
import { demoSite } from './site-defaults.service.ts';

const t = await useTestApp();
const { site } = t.office.admin;
const { institute } = demoSite;
const write = (name: string, address = 'Plot 1') =>
  site.update.mutate({ changes: { institute: { ...institute, name, address } } });
const readName = async () => (await site.get.query()).view.institute.name;

test('the name of the institute is changed, not emptied, and a new installation may still have none', async () => {
  await write('Jinja School');
  const refusal = await readRefusal(write(' '));
  expect(refusal.details).toEqual([
    {
      path: 'changes.institute.name',
      message: 'The institute has a name. Write another one, or leave this one',
    },
  ]);
  expect(await readName()).toBe('Jinja School');
  expect((await write('Mbale School')).view.institute.name).toBe('Mbale School');
  const content = { ...demoSite, institute: { ...institute, name: '' } };
  await t.em().nativeUpdate(SiteEntity, {}, { content });
  expect((await write('', 'Plot 2')).view.institute.address).toBe('Plot 2');
});
