import { query } from '../database.ts';
import { expect, test } from '../story.ts';

test('knows the message and the stack of an error that the product answers with 500', async ({
  product,
  request,
}) => {
  await query('alter table coaches rename to hidden_coaches');
  const answer = await request.get('/api/v1/coaches?limit=17');
  await query('alter table hidden_coaches rename to coaches');
  expect(answer.status()).toBe(500);

  const errors: string[] = [];
  await expect.poll(() => errors.push(...product.takeErrors())).toBe(1);
  expect(errors[0]).toMatch(/relation "coaches" does not exist\n +at .*content\.service\.ts:\d+/s);
  expect(product.takeErrors()).toEqual([]);
});
