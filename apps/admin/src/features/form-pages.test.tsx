import { contentResources } from '@institute/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dates, findButton, listAnswer, makeStoredItem, openOffice } from '../testing/office.tsx';

const { programs } = contentResources;
const program = programs.entity.parse({
  ...programs.example,
  ...dates,
  id: 7,
  name: 'Tailoring',
  duration: '5 weeks',
  nextIntake: null,
});
const set = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

test('the form of a program counts the fields that are not right, and leads to each', async () => {
  const office = await openOffice('/admin/programs', makeStoredItem('programs', program));
  await office.user.click(await findButton('New Program'));
  expect(office.address()).toBe('/admin/programs/new');
  await screen.findByLabelText('Description', { selector: '[contenteditable]' });
  await set(/^Price/, '90000');
  await office.user.click(await findButton('Add Instalment'));
  fireEvent.click(await findButton('Publish'));
  const summary = async () =>
    within((await screen.findByText(/fields? (?:is|are) not right$/)).parentElement ?? document.body);
  const names = async () => (await summary()).getAllByRole('button').map(({ textContent }) => textContent);
  const missing = ['Name', 'Description', 'Duration', 'Schedule', 'Instalments', 'Image URL'];
  await waitFor(async () => expect((await names()).sort()).toEqual([...missing].sort()));
  expect((await summary()).getByText('6 fields are not right')).toBeTruthy();
  expect(office.inputs('programs.create')).toEqual([]);
  const places: [string, RegExp][] = [
    ['Duration', /^Duration/],
    ['Instalments', /^Label/],
    ['Name', /^Name/],
    ['Description', /^Description/],
  ];
  for (const [name, label] of places) {
    await office.user.click((await summary()).getByRole('button', { name }));
    await waitFor(() => expect(screen.getAllByLabelText(label)).toContain(document.activeElement));
  }

  await set(/^Name/, 'Tailoring');
  await screen.findByText('5 fields are not right');
});

test('a page that opens in place has all its fields', async () => {
  const office = await openOffice('/admin/facilities', { 'facilities.list': listAnswer() });
  const [add] = await screen.findAllByRole('button', { name: 'New Facility' });
  await office.user.click(add as HTMLElement);
  const title = await screen.findByRole('heading', { level: 1, name: 'Add New Facility' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  for (const name of [/^Name/, /^Description/, /^Features/, /^Equipment/]) {
    expect(screen.getByRole('textbox', { name })).toBeTruthy();
  }
});

test('Cancel leads back to the list with its filters', async () => {
  const office = await openOffice('/admin/programs?q=tail&status=published', {
    ...makeStoredItem('programs', program),
  });
  await office.user.click(await findButton('Edit Tailoring'));
  await screen.findByDisplayValue('5 weeks');
  expect(office.address()).toBe('/admin/programs/7');
  await office.user.click(await findButton('Cancel'));
  await findButton('Edit Tailoring');
  expect(office.address()).toBe('/admin/programs?q=tail&status=published');
});
