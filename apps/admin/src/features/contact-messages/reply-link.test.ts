import { expect, test } from 'vitest';
import { makeReplyLink } from './contact-message-dialog.tsx';

test('a reply goes to the sender, with their subject', () => {
  expect(makeReplyLink({ email: 'ann@example.org', subject: 'Fees & hostel?' })).toBe(
    'mailto:ann@example.org?subject=Re%3A%20Fees%20%26%20hostel%3F',
  );
});

test('a reply to a reply has one "Re:"', () => {
  expect(makeReplyLink({ email: 'ann@example.org', subject: 'RE: Fees' })).toBe(
    'mailto:ann@example.org?subject=RE%3A%20Fees',
  );
});

test('an address cannot add headers', () => {
  expect(makeReplyLink({ email: 'a?bcc=b&c=d@example.org', subject: 'x' })).toBe(
    'mailto:a%3Fbcc%3Db%26c%3Dd@example.org?subject=Re%3A%20x',
  );
});
