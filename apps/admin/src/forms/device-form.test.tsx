import { fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, test } from 'vitest';
import {
  dropDeviceForms,
  listDeviceForms,
  readDeviceForm,
  takeFormKeptInTab,
  useDeviceForm,
} from './device-form.ts';

const jane = 'jane@institute.example';
const key = { resource: 'program', email: jane, id: 4 };

function Form({ email = jane, id = 4 }: { email?: string; id?: number | null }) {
  const form = useForm({ defaultValues: { name: 'Welding' } });
  const { offer, drop, dropAll } = useDeviceForm(
    form,
    { ...key, email, id, tag: '"program-4-1"' },
    { isReady: true, isRestored: false, onRestore: ({ values }) => form.reset(values) },
  );
  return (
    <form>
      <input aria-label="Name" {...form.register('name')} />
      {offer && <p>{JSON.stringify(offer.form.values)}</p>}
      <button type="button" onClick={offer?.onDiscarded}>
        End
      </button>
      <button type="button" onClick={drop}>
        Drop
      </button>
      <button type="button" onClick={dropAll}>
        Save
      </button>
    </form>
  );
}

const type = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } });
const stored = (id: number | null = 4) => readDeviceForm({ ...key, id })?.values;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('keeps what is typed, and offers it to the same account in the same form', async () => {
  const { unmount } = render(<Form />);
  type('Welding and steel');
  await expect.poll(() => stored()).toEqual({ name: 'Welding and steel' });
  unmount();

  render(<Form />);
  expect(screen.getByText('{"name":"Welding and steel"}')).toBeTruthy();
  expect(listDeviceForms({ resource: 'program', email: 'john@institute.example' })).toEqual([]);
  expect(readDeviceForm({ ...key, id: 5 })).toBeNull();
});

test('keeps the last keys when the tab closes before the pause', () => {
  render(<Form />);
  type('Weld');
  window.dispatchEvent(new Event('pagehide'));

  expect(stored()).toEqual({ name: 'Weld' });
});

test('keeps nothing once the form is as it was, or dropped', async () => {
  render(<Form />);
  type('Other');
  await expect.poll(() => stored()).toBeTruthy();
  type('Welding');
  await expect.poll(() => stored()).toBeUndefined();

  type('Other');
  fireEvent.click(screen.getByRole('button', { name: 'Drop' }));
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()).toBeUndefined();
});

test('saving drops what an earlier visit has left', () => {
  const at = new Date().toISOString();
  const kept = { ...key, tag: undefined, values: { name: 'Older' }, at };
  localStorage.setItem(`half-written/${jane}/program/4`, JSON.stringify(kept));
  render(<Form />);
  expect(screen.getByText('{"name":"Older"}')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.queryByText('{"name":"Older"}')).toBeNull();
  expect(stored()).toBeUndefined();
});

test('does not replace what is offered until somebody has decided', () => {
  const at = new Date().toISOString();
  localStorage.setItem(
    `half-written/${jane}/program/4`,
    JSON.stringify({ ...key, values: { name: 'A long text' }, at }),
  );
  render(<Form />);
  type('x');
  window.dispatchEvent(new Event('pagehide'));
  fireEvent.click(screen.getByRole('button', { name: 'Drop' }));
  expect(stored()).toEqual({ name: 'A long text' });

  fireEvent.click(screen.getByRole('button', { name: 'End' }));
  type('xy');
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()).toEqual({ name: 'xy' });
});

const signIn = () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, email: jane, name: '', avatar: '' }));
  localStorage.setItem('token', 'a.b.c');
};

test('a form whose session ends is returned once, to the account and the screen that had it', () => {
  signIn();
  render(<Form />);
  type('Weld');
  window.dispatchEvent(new Event('pagehide'));
  expect(takeFormKeptInTab('program', jane)).toBeNull();

  localStorage.clear();
  window.dispatchEvent(new Event('pagehide'));
  expect(takeFormKeptInTab('program', 'john@institute.example')).toBeNull();
  expect(takeFormKeptInTab('post', jane)).toBeNull();
  expect(takeFormKeptInTab('program', jane)).toMatchObject({
    ...key,
    tag: '"program-4-1"',
    values: { name: 'Weld' },
  });
  expect(takeFormKeptInTab('program', jane)).toBeNull();
});

test('lists the forms of a resource, the last changed first, without old and broken ones', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const put = (id: string, form: unknown) =>
    localStorage.setItem(`half-written/${jane}/program/${id}`, JSON.stringify(form));
  put('4', { ...key, values: {}, at: minutesAgo(9) });
  put('new', { ...key, id: null, values: {}, at: minutesAgo(2) });
  put('6', { ...key, id: 6, values: {}, at: minutesAgo(31 * 24 * 60) });
  put('7', { ...key, id: 7, at: minutesAgo(1) });
  put('8', 7);

  expect(listDeviceForms(key).map(({ id }) => id)).toEqual([null, 4]);
  expect(localStorage).toHaveLength(2);
});

test('drops the forms of an account that signs out, and only those', () => {
  localStorage.setItem(`half-written/${jane}/program/4`, '{}');
  localStorage.setItem('half-written/john@institute.example/program/4', '{}');
  sessionStorage.setItem(`half-written/${jane}/program/4`, '{}');
  dropDeviceForms(jane);

  expect(Object.keys(localStorage)).toEqual(['half-written/john@institute.example/program/4']);
  expect(sessionStorage).toHaveLength(0);
});
