import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useFieldArray, useWatch } from 'react-hook-form';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { ChoiceField, TextField } from './fields.tsx';
import { useSchemaForm } from './schema-form.ts';
import { SubmitForm } from './submit-form.tsx';

const schema = z
  .object({
    slides: z
      .array(z.object({ id: z.string().regex(/^\w+$/, 'One word'), title: z.string() }))
      .min(2, 'At least two'),
    features: z.array(z.string().max(3, 'At most 3 letters')),
    state: z.string(),
    publishAt: z.string().min(1),
  })
  .refine(({ state }) => state !== 'wrong', { path: [], message: 'The two do not fit' });

type FormProps = { ids: string[]; state?: string | undefined; publishAt?: string; features?: string[] };

function Form({ ids, state = 'now', publishAt = '', features = ['four'] }: FormProps) {
  const form = useSchemaForm(schema, {
    slides: ids.map((id) => ({ id, title: 'A title' })),
    features,
    state,
    publishAt,
  });
  return (
    <FormProvider {...form}>
      <SubmitForm form={form} onSubmit={form.handleSubmit(() => undefined)} label="Save">
        <Fields />
      </SubmitForm>
    </FormProvider>
  );
}

function Fields() {
  const { fields } = useFieldArray({ name: 'slides' });
  const state: string = useWatch({ name: 'state' });
  return (
    <>
      {fields.map(({ id }, at) => (
        <TextField<{ slides: { title: string }[] }>
          key={id}
          name={`slides.${at}.title`}
          label={`Title ${at + 1}`}
        />
      ))}
      <TextField<{ features: string[] }> name="features" label="Features" />
      <ChoiceField<{ state: string }>
        name="state"
        label="State"
        choices={['now', 'later', 'wrong'].map((one) => [one, one])}
      />
      {state === 'later' && <TextField<{ publishAt: string }> name="publishAt" label="Time" />}
    </>
  );
}

const open = (ids: string[], more: Omit<FormProps, 'ids'> = {}) => {
  render(<Form ids={ids} {...more} />);
  const user = userEvent.setup();
  return { user, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
};
const hidden = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('a refusal of a field that is not on the screen stands over the button, with its path', async () => {
  const { save } = open(['', 'two']);
  await save();
  expect(screen.getByRole('alert').textContent).toContain('This form was not sent');
  expect(hidden()).toEqual(['Slides 1, id: This is required', 'Publish at: This is required']);
  const alert = screen.getByRole('alert');
  const button = screen.getByRole('button', { name: 'Save' });
  expect(alert.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a refusal of a whole list stands over the button', async () => {
  const { save } = open(['one']);
  await save();
  expect(hidden()).toContain('Slides: At least two');
});

test('a refusal of the whole form stands over the button', async () => {
  const { save, user } = open(['one', 'two'], { publishAt: 'now', features: ['one'] });
  await user.selectOptions(screen.getByLabelText('State'), 'wrong');
  await save();
  expect(hidden()).toEqual(['The two do not fit']);
});

test('a field on the screen shows its own refusal, and that of its first entry', async () => {
  const { save } = open(['one', 'two']);
  await save();
  expect(screen.getByLabelText('Features').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('At most 3 letters')).toBeTruthy();
  expect(hidden()).toEqual(['Publish at: This is required']);
});

test('a field that has left the screen is one of those that are not on it', async () => {
  const { save, user } = open(['one', 'two'], { state: 'later' });
  await save();
  expect(hidden()).toEqual([]);
  expect(screen.getByLabelText('Time').getAttribute('aria-invalid')).toBe('true');
  await user.selectOptions(screen.getByLabelText('State'), 'now');
  await save();
  expect(hidden()).toEqual(['Publish at: This is required']);
});
