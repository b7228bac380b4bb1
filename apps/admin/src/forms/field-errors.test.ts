import { ApiFailure } from '@institute/client/failure';
import { expect, test } from 'vitest';
import { toFieldErrors } from './field-errors.ts';

const refused = (...details: { path: string; message: string }[]) =>
  new ApiFailure(400, { code: 'VALIDATION_ERROR', message: 'Some of the fields are not right', details });
const fieldOf = (path: string) => ['price', 'features', 'name'].find((name) => path.split('.')[0] === name);

test('returns the first message of each field', () => {
  const failure = refused(
    { path: 'price', message: 'A price is 0 or more' },
    { path: 'features.0', message: 'Too long' },
    { path: 'features.2', message: 'Also too long' },
  );

  expect(toFieldErrors(failure, fieldOf)).toEqual({
    fields: { price: 'A price is 0 or more', features: 'Too long' },
    rest: 'Some of the fields are not right',
  });
});

test('finds the field of an update', () => {
  const failure = refused({ path: 'changes.name', message: 'This is required' });

  expect(toFieldErrors(failure, fieldOf).fields).toEqual({ name: 'This is required' });
});

test('returns messages without a field as text, with their paths', () => {
  const failure = refused(
    { path: 'publishAt', message: 'Choose a time' },
    { path: 'changes.slides.0.id', message: 'This is required' },
  );

  expect(toFieldErrors(failure, fieldOf)).toEqual({
    fields: {},
    rest: 'Some of the fields are not right\nPublish at: Choose a time\nSlides 1, id: This is required',
  });
});

test('says a refusal once, at its field', () => {
  const message = 'This slip is on record already';
  const failure = new ApiFailure(409, { code: 'CONFLICT', message, details: [{ path: 'name', message }] });

  expect(toFieldErrors(failure, fieldOf)).toEqual({ fields: { name: message }, rest: '' });
});
