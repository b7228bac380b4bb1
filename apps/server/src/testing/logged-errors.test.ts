import { expect, onTestFinished, test, vi } from 'vitest';
import { readRefusal } from './answers.ts';
import { useTestApp } from './test-app.ts';

const t = await useTestApp();
const printed: string[] = [];
vi.spyOn(console, 'error').mockImplementation((text) => printed.push(text));

async function meetFault() {
  await t.sql('alter table coaches rename to hidden_coaches');
  onTestFinished(async () => void (await t.sql('alter table hidden_coaches rename to coaches')));
  const refusals = [
    await readRefusal(t.office.admin.coaches.list.query({})),
    await readRefusal(t.visitor.api.coaches.list({ query: {} })),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([500, 500]);
}

test('a test that passes prints nothing', meetFault);

test.fails('a test fails that meets an unexpected error', async () => {
  expect(printed).toEqual([]);
  await meetFault();
  expect('the page').toBe('shown');
});

test('the message and the stack of each unexpected error of a failed test are printed', () => {
  const [text] = printed;
  expect(text?.match(/relation "coaches" does not exist\n +at /g)).toHaveLength(2);
  expect(text).toContain('content.service.ts:');
  expect(printed).toHaveLength(1);
});
