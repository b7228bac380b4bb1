import { expect, test } from 'vitest';
import { smsLimits, writeSms } from './sms-template.ts';

const link = 'https://institute.example/s/REG-2026-000123';
const values = {
  firstName: 'Nakato',
  reference: 'REG-2026-000123',
  program: 'Tailoring',
  status: 'waiting list',
  place: 'You are number 2 on the waiting list.',
  startsOn: '1 Feb 2027',
  link,
};
const write = (template: string, more = {}, saysStop = false) =>
  writeSms(template, { ...values, ...more }, 'KVI', { saysStop });

test('fills every placeholder and ends with the name of the institute', () => {
  const template = '{firstName}: {reference}, {program}, {status}. {place} {startsOn} {link}';
  expect(write(template).text).toBe(
    `Nakato: REG-2026-000123, Tailoring, waiting list. You are number 2 on the waiting list. 1 Feb 2027 ${link} - KVI`,
  );
});

test('the first SMS to a number says how to end them, which counts too', () => {
  expect(write('Hello {firstName}.', {}, true)).toMatchObject({
    text: 'Hello Nakato. Reply STOP to end. - KVI',
    characters: 38,
    segments: 1,
  });
});

test('an empty or missing value leaves no gap and no braces', () => {
  expect(write('Dear {firstName}, {program} of {startsOn} is {status}.', { startsOn: undefined }).text).toBe(
    'Dear Nakato, Tailoring of is waiting list. - KVI',
  );
  expect(write('Dear {firstName}, come {constructor} soon.', { firstName: '' }).text).toBe(
    'Dear, come soon. - KVI',
  );
  expect(write('{status}. {place} {link}', { place: '' }).text).toBe(`waiting list. ${link} - KVI`);
  expect(write('{status}. {place}', { place: '' }).text).toBe('waiting list. - KVI');
});

test('a finished text stays as it is', () => {
  expect(writeSms('Bring {place} and {constructor}', undefined, 'KVI', { saysStop: false }).text).toBe(
    'Bring {place} and {constructor} - KVI',
  );
});

test('long names leave room for the link', () => {
  const { text, segments } = write('{firstName}, {program}: {link}', {
    firstName: 'A'.repeat(200),
    program: 'B'.repeat(200),
  });
  expect(text).toContain(`${'B'.repeat(50)}...: ${link} - KVI`);
  expect(segments).toBe(1);
});

test('a sentence is added where two SMS have room for it', () => {
  const add = (template: string) =>
    writeSms(template, values, 'KVI', { saysStop: true, addition: '3 things are missing.' });
  const received = add('Thank you. We have your registration {reference}. Its status: {link}');
  expect(received).toMatchObject({
    text: `Thank you. We have your registration REG-2026-000123. Its status: ${link} 3 things are missing. Reply STOP to end. - KVI`,
    segments: 1,
  });
  const longest = 306 - ' 3 things are missing. Reply STOP to end. - KVI'.length;
  expect(add('x'.repeat(longest))).toMatchObject({ characters: 306, segments: 2, isCut: false });
  for (const template of ['x'.repeat(longest + 1), 'x'.repeat(300), 'ع'.repeat(100)])
    expect(add(template)).toEqual(writeSms(template, values, 'KVI', { saysStop: true }));
});

test('the longest template stays within two SMS and keeps the ending', () => {
  const { text, segments, isCut } = write('x'.repeat(smsLimits.template), {}, true);
  expect(text).toMatch(/x\.\.\. Reply STOP to end\. - KVI$/);
  expect([segments, isCut]).toEqual([2, true]);
});
