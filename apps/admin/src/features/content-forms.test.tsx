import { contentResources } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../testing/answers.ts';
import { Refusal } from '../testing/answers.ts';
import {
  dates,
  email,
  findButton,
  findDialog,
  findToast,
  listAnswer,
  makeStoredItem,
  openOffice,
} from '../testing/office.tsx';

const { programs, posts, coaches, intakes } = contentResources;
const program = programs.entity.parse({
  ...programs.example,
  id: 7,
  name: 'Tailoring',
  schedule: 'Bring a hat.',
  duration: '5 weeks',
  price: 90_000,
  instalments: [],
  isActive: true,
  status: 'published',
  publishAt: null,
  ...dates,
  nextIntake: null,
});
const draft = { status: 'draft', publishAt: null, publishedAt: null };
const post = posts.entity.parse({ ...posts.example, ...dates, ...draft, id: 7 });
const listedPost = posts.listed.parse({ ...post, excerpt: 'Day' });
const coach = coaches.entity.parse({ ...coaches.example, ...dates, id: 7, bio: 'Books.' });
const openPrograms = (more: Answers) =>
  openOffice('/admin/programs', { ...makeStoredItem('programs', program), ...more });
const set = async (label: RegExp | string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const save = async () => fireEvent.click(await findButton('Save'));
const stale = new Refusal(412, 'PRECONDITION_FAILED', 'It has changed');

test('the second of two editors sees the differences and saves over them, or takes theirs', async () => {
  const office = await openPrograms({
    'programs.update': stale,
  });
  await office.user.click(await findButton('Edit Tailoring'));
  await screen.findByDisplayValue('Bring a hat.');
  await set(/^Schedule/, 'Bring a warm hat.');
  const theirs = { ...program, schedule: 'Bring a straw hat.', duration: '9 weeks' };
  office.answer({ 'programs.get': { view: theirs, tag: '"2"' } });
  await save();

  const conflict = await findDialog('Somebody else has changed this program');
  expect(await conflict.findByText(new RegExp(`Changed by ${email}`))).toBeTruthy();
  const texts = conflict.getByRole('region', { name: 'Schedule' });
  expect([...texts.querySelectorAll('mark')].map(({ textContent }) => textContent.trim())).toEqual([
    'warm',
    'straw',
  ]);
  expect(conflict.getByRole('region', { name: 'Duration' }).textContent).toContain('9 weeks');
  await office.user.click(conflict.getByRole('button', { name: 'Go back to editing' }));
  expect(await screen.findByDisplayValue('Bring a warm hat.')).toBeTruthy();

  await save();
  await office.user.click(await findButton('Take theirs'));
  expect(await screen.findByDisplayValue('9 weeks')).toBeTruthy();
  await set(/^Duration/, '10 weeks');
  await save();
  const keep = await findButton('Keep mine');
  office.answer({ 'programs.update': { view: theirs, tag: '"3"' } });
  await office.user.click(keep);
  expect(await findToast('Program updated successfully')).toBeTruthy();
  const sent = office.inputs('programs.update');
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"1"', '"2"', '"2"']);
  expect(sent.at(-1)).toMatchObject({ id: 7, changes: { duration: '10 weeks' } });
});

test('an item that was deleted while its form was open is restored from the form', async () => {
  const office = await openPrograms({
    'programs.update': new Refusal(404, 'NOT_FOUND'),
    'trash.restore': {},
  });
  await office.user.click(await findButton('Edit Tailoring'));
  await screen.findByDisplayValue('5 weeks');
  await set(/^Duration/, '8 weeks');
  await save();
  await screen.findAllByText('It was deleted in the meantime.');
  await office.user.click(await findButton('Bring it back'));
  expect(await findToast('Program restored successfully')).toBeTruthy();
  expect(screen.getByDisplayValue('8 weeks')).toBeTruthy();
});

test('the server’s reason stands at the field that it refuses', async () => {
  const path = { path: 'price', message: 'Price is too high' };
  const office = await openPrograms({
    'programs.update': new Refusal(400, 'VALIDATION_ERROR', 'Some of the fields are not right', [path]),
  });
  await office.user.click(await findButton('Edit Tailoring'));
  await screen.findByDisplayValue('90000');
  await set(/^Price/, '900000000');
  await save();
  await screen.findByText('Price is too high');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Price/));
});

test('a time of publication is required, and is in Kampala time', async () => {
  const office = await openOffice('/admin/posts?status=draft', {
    ...makeStoredItem('posts', post, listedPost),
    'posts.update': { view: post, tag: '"2"' },
  });
  await office.user.click(await findButton('Filters 1 in use'));
  const status = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' });
  expect(status.value).toBe('draft');
  expect([...status.options].slice(1).map(({ text }) => text)).toEqual(['Draft', 'Published', 'Scheduled']);
  const drafts = expect.objectContaining({ status: 'draft' });
  await waitFor(() => expect(office.inputs('posts.list')).toContainEqual(drafts));
  await office.user.click(await findButton('Edit Open day'));
  await screen.findByRole('heading', { level: 1, name: 'Edit Post' });
  const form = within(screen.getByRole('main'));
  expect(await form.findByRole('link', { name: 'Preview' })).toBeTruthy();
  await findButton('Save Draft');
  await office.user.selectOptions(await form.findByLabelText('Status'), 'Scheduled');
  await office.user.click(await findButton('Schedule'));
  await form.findByText('This is required');
  await set(/^Publish at/, '2031-01-12T14:05');
  await office.user.click(await findButton('Schedule'));
  await findToast('Post updated successfully');
  expect(office.inputs('posts.update')[0]).toMatchObject({
    changes: { status: 'scheduled', publishAt: '2031-01-12T11:05:00.000Z', content: post.content },
  });
});

test('one choice says who sees a program, and the button says what a save does', async () => {
  const office = await openPrograms({
    'programs.update': { view: program, tag: '"2"' },
  });
  const choose = async (state: string) =>
    office.user.selectOptions(await form.findByLabelText('Status'), state);
  await office.user.click(await findButton('Filters'));
  const filter = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' });
  expect([...filter.options].map(({ text }) => text)).toContain('Hidden');
  await office.user.click(await findButton('Edit Tailoring'));
  await screen.findByRole('heading', { level: 1, name: 'Edit Program' });
  const form = within(screen.getByRole('main'));
  const status = await form.findByLabelText<HTMLSelectElement>('Status');
  expect([...status.options].map(({ text }) => text)).toEqual(['Published', 'Hidden', 'Draft', 'Scheduled']);
  await findButton('Save');
  await choose('Draft');
  await findButton('Save Draft');
  await choose('Hidden');
  await save();
  await findToast('Program updated successfully');
  const hidden = { status: 'published', isActive: false } as const;
  expect(office.inputs('programs.update')[0]).toMatchObject({ changes: hidden });

  office.answer({ 'programs.get': { view: { ...program, ...hidden }, tag: '"2"' } });
  await office.user.click(await findButton('Cancel'));
  await office.user.click(await findButton('Edit Tailoring'));
  await screen.findByDisplayValue('Hidden');
  await office.user.selectOptions(screen.getByDisplayValue('Hidden'), 'Published');
  await office.user.click(await findButton('Publish'));
  await waitFor(() => expect(office.inputs('programs.update')).toHaveLength(2));
  expect(office.inputs('programs.update')[1]).toMatchObject({
    changes: { status: 'published', isActive: true },
  });
});

test('the question before a program is deleted counts its registrations and intakes', async () => {
  const office = await openPrograms({
    'registrations.list': { items: [{}], total: 1200 },
    'intakes.list': { items: [{}], total: 1 },
  });
  await office.user.click(await findButton('Delete Tailoring'));
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText(
    'It has 1,200 registrations, which stay, and 1 intake, which visitors no longer see.',
  );
  expect(office.inputs('registrations.list')).toMatchObject([{ programId: 7, limit: 1 }]);
  await office.user.click(await findButton('Cancel'));

  office.answer({ 'registrations.list': listAnswer(), 'intakes.list': listAnswer() });
  await office.user.click(await findButton('Delete Tailoring'));
  await screen.findByText('It has no registrations and no intakes.');
});

test('the tab sets the prefix of a role, and the filter groups by it', async () => {
  const office = await openOffice('/admin/coaches', {
    ...makeStoredItem('coaches', coach),
    'coaches.update': { view: coach, tag: '"2"' },
  });
  const type = await screen.findByRole('combobox', { name: 'Type' });
  await office.user.selectOptions(type, 'Other');
  await screen.findByText('No team members found matching your criteria.');
  await office.user.selectOptions(type, 'Staff');
  await office.user.click(await findButton('Edit Jane Doe'));
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Coach', 'Staff', 'Board', 'Other']);
  await waitFor(() => expect(tabs[1]?.getAttribute('aria-selected')).toBe('true'));
  await office.user.click(await screen.findByRole('tab', { name: 'Board' }));
  expect(await screen.findByLabelText(/^Role/)).toHaveProperty('value', 'Matron');
  await save();
  await findToast('Team member updated successfully');
  expect(office.inputs('coaches.update')[0]).toMatchObject({ changes: { role: 'Board Member - Matron' } });
});

test('a comparison names each field as its form does', async () => {
  const office = await openOffice('/admin/coaches', {
    ...makeStoredItem('coaches', coach),
    'coaches.update': stale,
  });
  await office.user.click(await findButton('Edit Jane Doe'));
  await screen.findByDisplayValue('Books.');
  await set(/^Bio/, 'Books and games.');
  const theirs = { ...coach, role: 'Board Member - Matron', imageAlt: 'At her desk' };
  office.answer({ 'coaches.get': { view: theirs, tag: '"2"' } });
  await save();
  const conflict = await findDialog('Somebody else has changed this team member');
  const names = conflict.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(names).toEqual(['Type', 'Bio', 'Alternative text']);
});

test('the gallery shows all at "events", the events at "Events only", and asks for a video', async () => {
  const office = await openOffice('/admin/gallery', { 'gallery.list': listAnswer(), 'gallery.create': {} });
  const category = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Category' });
  expect([...category.options].map(({ text }) => text)).toEqual([
    'All (events)',
    'Facilities',
    'Training',
    'Competitions',
    'Events only',
  ]);
  await office.user.selectOptions(category, 'Events only');
  await waitFor(() => expect(office.inputs('gallery.list').at(-1)).toMatchObject({ category: 'events' }));
  await office.user.selectOptions(category, 'All (events)');
  await waitFor(() => expect(office.address()).toBe('/admin/gallery?category=events'));

  await office.user.click(await findButton('New Gallery Item'));
  await office.user.click(await screen.findByRole('tab', { name: 'Video' }));
  await set(/^Title/, 'Film');
  await save();
  await screen.findByText('This is required');
  await set(/^Video URL/, 'https://example.org/film');
  await save();
  await findToast('Gallery item created successfully');
  expect(office.inputs('gallery.create')[0]).toMatchObject({ type: 'video', imageUrl: null });
});

test('a screen that comes up after its first answer does not load it again', async () => {
  const office = await openOffice('/admin/programs', { 'programs.list': listAnswer(program) });
  await findButton('Edit Tailoring');
  expect(office.inputs('programs.list')).toHaveLength(1);
  expect(office.inputs('account.get')).toHaveLength(1);
  office.answer({ 'posts.list': listAnswer(listedPost) });
  await office.user.click(await screen.findByRole('link', { name: 'View All Postings' }));
  await findButton('Edit Open day');
  await office.user.click(await screen.findByRole('link', { name: 'Programs' }));
  await findButton('Edit Tailoring');
  expect(office.inputs('programs.list').length).toBeGreaterThan(1);
});

test('a list that is loading shows its frame, and one that fails can be asked again', async () => {
  const office = await openOffice('/admin/programs', {});
  await screen.findAllByTestId('skeleton');
  expect(await findButton('New Program')).toBeTruthy();
  expect(await screen.findByText('Counting…')).toBeTruthy();
  office.answer({ 'posts.list': new Refusal(403, 'FORBIDDEN', 'Not you') });
  await office.user.click(await screen.findByRole('link', { name: 'View All Postings' }));
  await screen.findByText('The posts could not be loaded');
  office.answer({ 'posts.list': listAnswer(listedPost) });
  await office.user.click(await findButton('Try again'));
  await findButton('Edit Open day');
});

const intake = intakes.entity.parse({
  ...intakes.example,
  ...dates,
  id: 3,
  programId: 7,
  startsOn: '2027-02-01',
  seats: 5,
  seatsLeft: 5,
  isOpen: true,
});

test('intakes wait for the names of their programs, and are named by their day without them', async () => {
  let refuse = (_: Refusal) => {};
  const office = await openOffice('/admin/intakes', {
    ...makeStoredItem('intakes', intake),
    'registrations.choices': new Promise<Refusal>((resolve) => (refuse = resolve)),
  });
  await waitFor(() => expect(office.inputs('intakes.list')).toHaveLength(1));
  await screen.findAllByTestId('skeleton');
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  refuse(new Refusal(403, 'FORBIDDEN'));
  for (const does of ['Edit', 'Class List', 'Delete']) await findButton(`${does} 1 Feb 2027`);
});

test('an intake names its program, is sorted by a heading, and says why its dates are refused', async () => {
  const office = await openOffice('/admin/intakes', {
    ...makeStoredItem('intakes', intake),
    'registrations.choices': { programs: [{ id: 7, name: 'Tailoring', price: 90_000 }], intakes: [] },
  });
  for (const does of ['Edit', 'Class List', 'Delete']) await findButton(`${does} Tailoring, 1 Feb 2027`);
  expect(screen.getByText('5 places left')).toBeTruthy();
  await office.user.click(await findButton('Left'));
  await office.user.click(await findButton('Left'));
  expect(office.inputs('intakes.list').at(-1)).toMatchObject({ sort: '-seatsLeft' });
  expect(screen.getByRole('columnheader', { name: 'Left' }).getAttribute('aria-sort')).toBe('descending');

  await office.user.click(await findButton('New Intake'));
  await save();
  await waitFor(async () =>
    expect((await screen.findByLabelText(/^Program/)).getAttribute('aria-invalid')).toBe('true'),
  );
  await office.user.selectOptions(await screen.findByLabelText(/^Program/), 'Tailoring');
  await set(/^Start Date/, '2027-02-01');
  await set(/^Apply Until/, '2027-02-02');
  await save();
  await screen.findByText('The last day to apply, 2027-02-02, is after the start, 2027-02-01');
  expect(office.inputs('intakes.create')).toEqual([]);
});

test('instalments are added and removed, and their sum stands beside the price', async () => {
  const office = await openOffice('/admin/programs', {
    ...makeStoredItem('programs', {
      ...program,
      instalments: [{ label: 'All', amount: 90_000, dueDays: 0 }],
    }),
    'programs.update': { view: program, tag: '"2"' },
  });
  await office.user.click(await findButton('Edit Tailoring'));
  expect(await screen.findByText(`Instalments: ${formatLocalMoney(90_000)} of 90,000`)).toBeTruthy();

  await office.user.click(await findButton('Add Instalment'));
  const second = within(screen.getByRole('group', { name: 'Instalment 2' }));
  await office.user.type(second.getByLabelText(/^Label/), 'Rest');
  await save();
  expect((await second.findAllByText('This is required')).length).toBe(1);
  await office.user.type(second.getByLabelText(/^Amount/), '30000');
  await office.user.clear(second.getByLabelText(/^Due Days/));
  expect(screen.getByText(`Instalments: ${formatLocalMoney(120_000)} of 90,000`)).toBeTruthy();

  await office.user.click(await findButton('Remove instalment 1'));
  await save();
  await findToast('Program updated successfully');
  expect(office.inputs('programs.update')[0]).toMatchObject({
    changes: { instalments: [{ label: 'Rest', amount: 30_000, dueDays: null }] },
  });
});
