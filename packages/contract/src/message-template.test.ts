import { expect, test } from 'vitest';
import { fillTemplate } from './message-template.ts';
import { siteSettings } from './site.ts';

test('fills a template with name, program and reference, and leaves other braces alone', () => {
  const values = { name: 'Ann $& {program}', program: 'Tailoring', reference: 'REG-2026-000001' };
  expect(fillTemplate('Hello {name}: {program}, {reference} {x}', values)).toBe(
    'Hello Ann $& {program}: Tailoring, REG-2026-000001 {x}',
  );
});

const { messageTemplates } = siteSettings.shape;
const refusal = (text: string) =>
  messageTemplates.safeParse([{ title: 'Documents', text }]).error?.issues.map(({ message }) => message);

test('refuses a placeholder that does not exist, a text that is too long, and too many templates', () => {
  expect(refusal('Hello {name}')).toBeUndefined();
  expect(refusal('Hello {firstName}')).toEqual([
    'Nothing replaces {firstName}: write {name}, {program} or {reference}',
  ]);
  expect(refusal('x'.repeat(1001))).toEqual(['At most 1,000 characters']);
  const many = Array.from({ length: 21 }, () => ({ title: 'Documents', text: 'Hello' }));
  expect(messageTemplates.safeParse(many).success).toBe(false);
});
