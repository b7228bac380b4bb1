import { expect, test } from 'vitest';
import {
  articleText,
  kampalaInstant,
  kampalaTime,
  memberKind,
  memberKinds,
  plainRole,
  storedRole,
} from './rules.ts';

test.each([
  ['Head Coach', 'coach'],
  ['Staff - Librarian', 'staff'],
  ['Board Member - Treasurer', 'board'],
  ['Guest lecturer', 'other'],
  ['BOARD secretary', 'board'],
  ['Staff Coach of the Board', 'coach'],
  ['Board liaison of the staff', 'staff'],
])('sorts "%s" under %s', (role, kind) => {
  expect(memberKind(role)).toBe(kind);
});

test('stores a role with the prefix of its kind', () => {
  expect(memberKinds.map((kind) => storedRole(kind, 'Treasurer'))).toEqual([
    'Coach - Treasurer',
    'Staff - Treasurer',
    'Board Member - Treasurer',
    'Treasurer',
  ]);
});

test('never doubles a prefix, and changes it with the kind', () => {
  const stored = storedRole('coach', 'Tailoring');

  expect(plainRole(stored)).toBe('Tailoring');
  expect(storedRole('coach', plainRole(stored))).toBe(stored);
  expect(storedRole('coach', stored)).toBe(stored);
  expect(storedRole('staff', stored)).toBe('Staff - Tailoring');
  expect(plainRole('Coach - Coach - Tailoring')).toBe('Tailoring');
});

test('leaves what only looks like a prefix', () => {
  expect(plainRole('Coach of tailoring')).toBe('Coach of tailoring');
  expect(plainRole('Coaching - Tailoring')).toBe('Coaching - Tailoring');
  expect(storedRole('other', 'Coach - Tailoring')).toBe('Coach - Tailoring');
});

test('keeps the words and drops the markup', () => {
  const html =
    '<h2>Two prizes</h2><p>Bread &amp; cakes, <a href="/x" rel="noopener">un<b>be</b>aten</a>.<br>Well\ndone</p><img src="/a.webp" alt="">';

  expect(articleText(html)).toBe('Two prizes Bread & cakes, unbeaten. Well done');
});

test('what an author wrote as text stays text', () => {
  expect(articleText('<p>1 &lt; 2 and &amp;lt; is a sign</p>')).toBe('1 < 2 and &lt; is a sign');
});

test.each([
  ['2026-11-12T11:05:00.000Z', '2026-11-12T14:05'],
  ['2026-12-31T21:00:00.000Z', '2027-01-01T00:00'],
  ['2026-11-12T11:05:09.000Z', '2026-11-12T14:05:09'],
  ['2026-11-12T11:05:09.120Z', '2026-11-12T14:05:09.120'],
])('the clocks of Kampala show %s as %s, and back', (instant, time) => {
  expect(kampalaTime(instant)).toBe(time);
  expect(kampalaInstant(time)).toBe(instant);
});
