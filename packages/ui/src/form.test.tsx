import { act, render, screen } from '@testing-library/react';
import type { FormEvent } from 'react';
import { createPortal } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';
import { Field, Input } from './field.tsx';
import { Form } from './form.tsx';
import { setHalfTyped } from './testing/half-typed.ts';

const form = () => screen.getByRole('form');
/** A press, in a task of its own before React draws anything, and whether the browser posts the form. */
const press = () => form().dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));

test('a second press before React has drawn the first sends nothing, and a later one sends again', async () => {
  const answers: (() => void)[] = [];
  const send = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  const show = () =>
    render(
      <Form
        aria-label="Contact"
        onSubmit={(event) => {
          event.preventDefault();
          return send();
        }}
      />,
    );
  show();
  for (let pressed = 0; pressed < 3; pressed += 1) expect(press()).toBe(false);
  expect(send).toHaveBeenCalledOnce();

  await act(async () => answers.shift()?.());
  press();
  expect(send).toHaveBeenCalledTimes(2);
});

test('a form that the browser posts is posted once', () => {
  render(<Form aria-label="Status" method="post" action="/registration/status" />);
  expect([press(), press()]).toEqual([true, false]);
});

test('the form of a dialog tells nothing to the form around it', () => {
  const save = vi.fn();
  render(
    <Form onSubmit={save}>
      {createPortal(<Form aria-label="Insert" onSubmit={(event) => event.preventDefault()} />, document.body)}
    </Form>,
  );
  for (let pressed = 0; pressed < 2; pressed += 1) press();
  expect(save).not.toHaveBeenCalled();
});

test('a question that is confirmed twice acts once', () => {
  const remove = vi.fn(() => new Promise(() => undefined));
  render(<AlertDialog title="Delete?" onClose={() => undefined} onConfirm={remove} />);
  const button = screen.getByRole('button', { name: 'Delete' });
  for (let pressed = 0; pressed < 2; pressed += 1)
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(remove).toHaveBeenCalledOnce();
});

test.each([
  [
    'at once',
    () => {
      throw new TypeError('No');
    },
  ],
  ['later', () => Promise.reject(new TypeError('No'))],
])('an error of the submit handler %s is said, and the plain form can be posted', async (_, onSubmit) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  render(
    <Form
      aria-label="Contact"
      method="post"
      action="/contact"
      onSubmit={(event) => {
        if (_ === 'later') event.preventDefault();
        return onSubmit();
      }}
    >
      <input name="name" defaultValue="Ann" />
    </Form>,
  );
  await act(async () => expect(press()).toBe(false));
  expect(screen.getByRole('alert').textContent).toContain(
    'Something went wrong. Your answers are kept. Try again, or send without scripts.',
  );
  screen.getByRole('button', { name: 'Send without scripts' }).click();
  expect(submit.mock.contexts).toEqual([form()]);
  submit.mockRestore();
});

test('a form without an address offers only another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <Form
      aria-label="Contact"
      onSubmit={() => {
        throw new TypeError('No');
      }}
    />,
  );
  await act(async () => expect(press()).toBe(false));
  expect(screen.getByRole('alert').textContent).toBe(
    'Something went wrong. Your answers are kept. Try again.',
  );
});

const showDates = (showField?: (field: HTMLInputElement) => void) => {
  const send = vi.fn((event: FormEvent) => event.preventDefault());
  render(
    <Form aria-label="Intake" noValidate onSubmit={send} showField={showField}>
      <Field label="Starts">
        <Input name="startsOn" type="date" />
      </Field>
      <Field label="Until">
        <Input name="until" type="date" />
      </Field>
    </Form>,
  );
  const fields = ['Starts', 'Until'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  const pressAndDraw = () => act(async () => expect(press()).toBe(false));
  return { send, fields, pressAndDraw };
};

test('a form with half-typed dates is not sent: each has its error, and the first has the focus', async () => {
  const { send, fields, pressAndDraw } = showDates();
  for (const field of fields) setHalfTyped(field, true);
  await pressAndDraw();
  expect(send).not.toHaveBeenCalled();
  expect(screen.getAllByText('Type the whole date: day, month and year')).toHaveLength(2);
  expect(document.activeElement).toBe(fields[0]);

  for (const field of fields) setHalfTyped(field, false);
  await pressAndDraw();
  expect(send).toHaveBeenCalledOnce();
});

test('a form of steps shows the half-typed field itself', async () => {
  const showField = vi.fn();
  const { fields, pressAndDraw } = showDates(showField);
  for (const field of fields.slice(1)) setHalfTyped(field, true);
  await pressAndDraw();
  expect(showField).toHaveBeenCalledExactlyOnceWith(fields[1]);
});
