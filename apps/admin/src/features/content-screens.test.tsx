import { type ContentKey, contentResources } from '@institute/contract';
import { kampalaDay, kampalaYear } from '@institute/contract/time';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  dates,
  findButton,
  findDialog,
  findToast,
  listAnswer,
  officeSite,
  openOffice,
  Refusal,
  storedItem,
} from '../testing/office.tsx';

const imageUrl = '/images/share.jpg';
const broken = new Refusal(500, 'INTERNAL_ERROR');

type Resource = {
  key: Exclude<ContentKey, 'intakes' | 'pages'>;
  add: string;
  title: string;
  /** Starts the toasts. */
  one: string;
  /** Where it differs from the example of the contract. */
  row?: object;
  columns?: string[];
  shown: string[];
  required: string[];
  typed: Record<string, string>;
  sent: object;
  /** Default: "Save". */
  saves?: string;
};

const resources: Resource[] = [
  {
    key: 'programs',
    add: 'New Program',
    title: 'Program',
    one: 'Program',
    columns: ['Image', 'Name', 'Category', 'Duration', 'Price', 'Schedule', 'Is Active', 'Max Participants'],
    shown: ['Camp', '12 weeks', 'UGX 1,500,000.5', 'No', '30', 'Monday', 'Wednesday', 'Friday'],
    required: ['Name', 'Description', 'Duration', 'Schedule', 'Price', 'Choose a picture'],
    typed: { Name: 'Bees', Description: 'Hat.', Duration: '8 weeks', Schedule: 'Mon', Price: '125000.50' },
    saves: 'Publish',
    sent: { name: 'Bees', price: 125_000.5, category: 'training', isActive: true, maxParticipants: null },
  },
  {
    key: 'coaches',
    add: 'Add Team Member',
    title: 'Team Member',
    one: 'Team member',
    shown: ['Staff - Matron', 'Looks after everybody.', 'Care'],
    required: ['Name', 'Role', 'Bio'],
    typed: { Name: 'Ann', Role: 'Tailoring', Bio: 'Teaches the cut.', Specialties: 'Suits, , Gowns ' },
    sent: { name: 'Ann', role: 'Coach - Tailoring', specialties: ['Suits', 'Gowns'], imageUrl },
  },
  {
    key: 'facilities',
    add: 'New Facility',
    title: 'Facility',
    one: 'Facility',
    row: { features: ['a', 'b', 'c'] },
    columns: ['Image', 'Name', 'Description', 'Features', 'Equipment'],
    shown: ['Twelve chairs.', 'a, b +1 more', 'Dryers'],
    required: ['Name', 'Description', 'Features', 'Equipment', 'Choose a picture'],
    typed: { Name: 'Hall', Description: 'Big.', Features: ' Light \n\nBenches', Equipment: 'Lathe\n' },
    sent: { name: 'Hall', features: ['Light', 'Benches'], equipment: ['Lathe'], capacity: null },
  },
  {
    key: 'gallery',
    add: 'New Gallery Item',
    title: 'Gallery Item',
    one: 'Gallery item',
    shown: ['Competitions', 'Video', '28 Feb 2026'],
    required: ['Title', 'Choose a picture'],
    typed: { Title: 'Fair' },
    sent: { title: 'Fair', type: 'image', category: 'events', date: kampalaDay(new Date()), videoUrl: null },
  },
  {
    key: 'alumni',
    add: 'New Alumni',
    title: 'Alumni',
    one: 'Alumni',
    row: { currentTeam: null },
    columns: ['Image', 'Name', 'Position', 'Current Team', 'Graduation Year', 'Category', 'Achievements'],
    shown: ['Tailor', '–', '2019', 'Youth', 'Best of the year'],
    required: ['Name', 'Position', 'Choose a picture'],
    typed: { Name: 'Eve', Position: 'Tailor', Achievements: 'First prize, , Own shop' },
    sent: {
      ...{ name: 'Eve', category: 'professional', currentTeam: null },
      graduationYear: kampalaYear(new Date()),
      achievements: ['First prize', 'Own shop'],
    },
  },
  {
    key: 'posts',
    add: 'New Post',
    title: 'Post',
    one: 'Post',
    row: { excerpt: 'Come at nine.', status: 'draft', publishedAt: null },
    columns: ['Title', 'Category', 'Content', 'Image', 'Video'],
    shown: ['Community', 'Come at nine.', 'Draft'],
    required: ['Title', 'Content'],
    typed: {},
    sent: {},
  },
];
const rowOf = ({ key, row }: Resource): { id: number; name?: string; title?: string } => ({
  ...{ ...contentResources[key].example, ...dates, id: 7, imageAlt: null, ...row },
});
const named = resources.map((resource) => [resource.key, resource] as const);
const nameOf = (resource: Resource) => {
  const { name, title } = rowOf(resource);
  return name ?? title ?? '';
};
const field = (label: string) =>
  screen.findByLabelText(new RegExp(`^${label}(?: *\\*)?$`), { selector: 'input, textarea' });
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });

const open = (resource: Resource, more: object = {}) => {
  const { key } = resource;
  const row = rowOf(resource);
  return openOffice(`/admin/${key}`, {
    ...storedItem(key, row),
    'registrations.choices': { programs: [row], intakes: [] },
    ...more,
  });
};

test.each(named)('%s are listed with what they hold, and a press on one opens it', async (_, resource) => {
  const office = await open(resource);
  await screen.findByText(/^Total [\w ]+: 1$/);
  const main = screen.getByRole('main');
  for (const text of resource.shown) expect(main.textContent).toContain(text);
  if (resource.columns) {
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headings.slice(0, resource.columns.length)).toEqual(resource.columns);
    expect(headings.at(-1)).toBe('Actions');
  }
  const names = screen.getAllByText(nameOf(resource)).filter((found) => !found.closest('label'));
  await office.user.click(names.at(-1) as HTMLElement);
  if (resource.key === 'posts') expect(office.address()).toBe('/admin/posts/7');
  else await findDialog(`Edit ${resource.title}`);
  expect(await screen.findByDisplayValue(nameOf(resource))).toBeTruthy();
});

test.each(named.filter(([key]) => key !== 'posts'))(
  '%s: the form names missing fields, sends what is typed once, and keeps it after a failure',
  async (key, resource) => {
    const office = await open(resource, { [`${key}.create`]: broken });
    await office.user.click(await findButton(resource.add));
    const form = await findDialog(`Add New ${resource.title}`);
    const save = form.getByRole('button', { name: resource.saves ?? 'Save' });
    await office.user.click(save);
    for (const label of resource.required) {
      await waitFor(async () =>
        expect((await field(label)).getAttribute('aria-invalid'), label).toBe('true'),
      );
    }
    expect(document.activeElement).toBe(await field(resource.required[0] ?? ''));
    for (const [label, value] of Object.entries(resource.typed)) await type(label, value);
    await type('Image URL', imageUrl);
    expect(office.inputs(`${key}.create`)).toEqual([]);
    await office.user.click(save);
    expect(await findToast(`Failed to save ${resource.one.toLowerCase()}`)).toBeTruthy();
    const [first = '', typed] = Object.entries(resource.typed)[0] ?? [];
    expect(await field(first)).toHaveProperty('value', typed);

    let finish = (_: object) => {};
    office.answer({ [`${key}.create`]: new Promise<object>((resolve) => (finish = resolve)) });
    await office.user.click(save);
    expect(await form.findByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
    finish(rowOf(resource));
    expect(await findToast(`${resource.one} created successfully`)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.inputs(`${key}.create`)).toHaveLength(2);
    expect(office.inputs(`${key}.create`)[1]).toMatchObject(resource.sent);
  },
);

test.each(named)('%s: one is deleted after a question, and stays when that fails', async (key, resource) => {
  const office = await open(resource, { [`${key}.remove`]: broken });
  const erase = await findButton(`Delete ${nameOf(resource)}`);
  await office.user.click(erase);
  const question = `Are you sure you want to delete this ${resource.one.toLowerCase()}?`;
  expect(await screen.findByRole('alertdialog', { name: question })).toBeTruthy();
  await office.user.click(await findButton('Cancel'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(office.inputs(`${key}.remove`)).toEqual([]);

  await office.user.click(erase);
  await office.user.click(await findButton('Delete'));
  expect(await findToast(`Failed to delete ${resource.one.toLowerCase()}`)).toBeTruthy();
  office.answer({ [`${key}.remove`]: {}, [`${key}.list`]: listAnswer(), 'trash.restore': {} });
  await office.user.click(await findButton('Delete'));
  expect(await findToast(`${resource.one} deleted successfully`)).toBeTruthy();
  expect(await screen.findByText(/^There are no .* yet\.$/)).toBeTruthy();
  await office.user.click(await findButton('Undo'));
  expect(await findToast(`${resource.one} restored successfully`)).toBeTruthy();
  expect(office.inputs('trash.restore')).toMatchObject([{ id: 7 }]);
});

test('the list and the form of alumni have the words of the school, and ours where it has none', async () => {
  const alumniWords = { ...officeSite.alumniWords, youth: 'Evening class', position: 'Trade' };
  const office = await openOffice('/admin/alumni', {
    '/api/v1/site': { ...officeSite, alumniWords },
    ...storedItem('alumni', { id: 7, ...dates, ...contentResources.alumni.example }),
  });
  const table = within(await screen.findByRole('table'));
  expect(await table.findByText('Evening class')).toBeTruthy();
  const headings = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toEqual(expect.arrayContaining(['Trade', 'Current Team']));
  expect(headings).not.toContain('Position');

  await office.user.click(await findButton('Edit John Doe'));
  const dialog = await findDialog('Edit Alumni');
  expect((await dialog.findByLabelText<HTMLInputElement>(/^Trade/)).value).toBe('Tailor');
  const category = dialog.getByLabelText<HTMLSelectElement>('Category');
  expect([...category.options].map(({ text }) => text)).toEqual(['Professional', 'College', 'Evening class']);
  expect(category.value).toBe('youth');
});
