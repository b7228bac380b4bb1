import { type ProgramInput, programResource } from '@institute/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { listAttention } from '../../../composition/attention.ts';
import type { Ctx } from '../../../context.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { restoreItem } from '../../office/trash/trash.service.ts';
import { ProgramEntity } from '../../school/programs/program.entity.ts';
import { declareContentResource } from './content.resource.ts';
import type { ContentChange } from './content.service.ts';

const t = useTestAppPerTest();

const afterChange = vi.fn(async (_: ContentChange<{ name: string }, { name: string }>) => {});
const { service, info } = declareContentResource({
  contract: programResource,
  entity: ProgramEntity,
  title: 'name',
  images: ['imageUrl'],
  listedOn: [],
  order: 'id',
  orders: { duration: (row) => `length(${row}.duration)` },
  incomplete: [
    { one: 'has no plan', many: 'have no plan', hint: 'Write one.', where: { schedule: '' } },
    {
      one: 'is old',
      many: 'are old',
      hint: 'End it.',
      where: (table, now) => `${table}.created_at < ${now}`,
    },
  ],
  warnings: [
    {
      one: '1 program takes a week',
      many: 'programs take a week',
      hint: 'Say more.',
      where: (table) => `${table}.duration = 'a week'`,
    },
  ],
  afterChange: (change) => afterChange(change),
});
const context = (): Ctx => ({ ...t.jobContext(), content: [info] });

const input: ProgramInput = {
  name: 'Weaving',
  description: 'By hand.',
  category: 'training',
  duration: 'a week',
  schedule: 'Mon',
  price: 1,
  imageUrl: '/images/share.jpg',
  imageAlt: null,
  isActive: true,
  maxParticipants: null,
  instalments: [],
  status: 'published',
  publishAt: null,
};

beforeEach(() => {
  afterChange.mockReset();
});

test('runs what follows from a change after each, and knows the item before', async () => {
  const { view } = await service.create(context(), input);
  await service.update(context(), view.id, { name: 'Knitting' });
  await service.update(context(), view.id, { name: 'Knitting' });
  await service.remove(context(), view.id);
  await restoreItem(context(), 'program', view.id);

  const changes = afterChange.mock.calls.map(([{ action, row, before }]) => [action, row.name, before?.name]);
  expect(changes).toEqual([
    ['created', 'Weaving', undefined],
    ['updated', 'Knitting', 'Weaving'],
    ['deleted', 'Knitting', undefined],
    ['restored', 'Knitting', undefined],
  ]);
});

test('stores no change when what follows from it fails', async () => {
  afterChange.mockRejectedValueOnce(new Error('There is no paper'));
  await expect(service.create(context(), input)).rejects.toThrow('There is no paper');
  const { view } = await service.create(context(), input);
  await service.remove(context(), view.id);
  afterChange.mockRejectedValueOnce(new Error('There is no paper'));
  await expect(restoreItem(context(), 'program', view.id)).rejects.toThrow('There is no paper');

  expect(await service.list(context(), { limit: 9, offset: 0 })).toMatchObject({ total: 0 });
  expect(await t.sql('select name from programs where deleted_at is not null')).toHaveLength(1);
});

test('sorts every list by an order that is no column, and each direction by itself', async () => {
  for (const duration of ['two months', 'a week', 'three months']) {
    await service.create(context(), { ...input, name: duration, duration });
  }
  const names = async (sort: string) => {
    const query = { limit: 9, offset: 0, sort };
    const lists = [
      await service.list(context(), query),
      await service.listInOffice(context(), query),
      await service.summaries(context(), query),
    ];
    return lists.map(({ items }) => items.map(({ name }) => name));
  };
  const shortestFirst = ['a week', 'two months', 'three months'];
  for (const _ of ['built', 'known']) {
    expect(await names('duration')).toEqual(Array(3).fill(shortestFirst));
    expect(await names('-duration')).toEqual(Array(3).fill(shortestFirst.toReversed()));
  }
});

test('names what is incomplete on the dashboard, and counts what it warns of', async () => {
  await service.create(context(), { ...input, name: 'Bare', schedule: '' });
  await service.create(context(), { ...input, name: 'Long', duration: 'a year' });
  const { view } = await service.create(context(), { ...input, name: 'Trashed', schedule: '' });
  await service.remove(context(), view.id);

  const attention = async (now = new Date(0)) => {
    const ctx = {
      ...context(),
      now: () => now,
      hasImage: async () => true,
      actor: { isOwner: false, rights: listRightsBut() },
    };
    return listAttention(ctx);
  };
  const { incompleteItems, contentWarnings } = await attention();
  expect(incompleteItems).toEqual([
    {
      entityType: 'program',
      id: 1,
      title: 'Bare',
      one: 'has no plan',
      many: 'have no plan',
      hint: 'Write one.',
    },
  ]);
  expect(contentWarnings).toEqual([
    {
      entityType: 'program',
      count: 1,
      one: '1 program takes a week',
      many: 'programs take a week',
      hint: 'Say more.',
    },
  ]);

  const later = await attention(new Date('2999-01-01'));
  expect(later.incompleteItems.map(({ title, one }) => `${title} ${one}`)).toEqual([
    'Bare has no plan',
    'Bare is old',
    'Long is old',
  ]);
});
