import { fireEvent, render, screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { ListField } from './list-field.tsx';

type Values = { skills: string[] };
let form: ReturnType<typeof useForm<Values>>;

function Form({ skills, separator }: Values & { separator: ',' | '\n' }) {
  form = useForm<Values>({ defaultValues: { skills } });
  return (
    <FormProvider {...form}>
      <ListField<Values> name="skills" label="Skills" separator={separator} />
    </FormProvider>
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Skills');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test('an untouched list stays as it is, also when an entry holds the separator', () => {
  render(<Form skills={['Cutting, sewing', 'Hats']} separator="," />);

  expect(field().value).toBe('Cutting, sewing, Hats');
  expect(form.getValues('skills')).toEqual(['Cutting, sewing', 'Hats']);
});

test('a touched list is split, trimmed and without empty entries, while the text stays as it is typed', () => {
  render(<Form skills={[]} separator="," />);
  type(' Suits , , Gowns,');

  expect(form.getValues('skills')).toEqual(['Suits', 'Gowns']);
  expect(field().value).toBe(' Suits , , Gowns,');
});

test('shows the values that the form is filled with later', async () => {
  render(<Form skills={['One']} separator={'\n'} />);
  type('Two\nThree');
  form.reset({ skills: ['Four', 'Five'] });

  await screen.findByDisplayValue(/Four\s+Five/);
});
