import { expect, test } from 'vitest';
import { healthFields } from './fields.ts';
import { healthNames } from './saved-registrations.ts';

test('the store knows all health answers of the form', () => {
  expect(healthNames).toEqual(healthFields.map(({ name }) => name));
});
