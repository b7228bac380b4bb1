import { alumnusInput, facilityInput, programInput, receivedDonation } from '@institute/contract';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { makeSchemaResolver } from './schema-form.ts';

async function messages(schema: z.ZodType<object, object>, values: object) {
  const { errors } = await makeSchemaResolver(schema)(values, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}
const required = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'This is required']));

test('every empty required field says so, whatever its kind', async () => {
  expect(await messages(receivedDonation, { name: '', amount: null, currency: '', method: 'cash' })).toEqual(
    required('name', 'amount', 'currency'),
  );
  expect(
    await messages(facilityInput, { name: ' ', description: '', features: [], equipment: [], imageUrl: '' }),
  ).toEqual(required('name', 'description', 'features', 'equipment', 'imageUrl'));
  expect(await messages(alumnusInput, {})).toEqual(required('name', 'position', 'graduationYear', 'image'));
});

test('a wrong value keeps the message of its rule', async () => {
  const program = { name: 'Welding', description: 'x', duration: 'x', schedule: 'x', imageUrl: '/a.webp' };
  expect(await messages(programInput, { ...program, price: -1 })).toEqual({ price: 'A price is 0 or more' });
  expect(await messages(programInput, { ...program, price: null })).toEqual(required('price'));
  expect(await messages(programInput, { ...program, price: 1 })).toEqual({});
});
