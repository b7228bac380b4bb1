import { expect, test } from 'vitest';
import {
  addRolePrefix,
  coachKinds,
  isBoardRole,
  isCoachRole,
  isStaffRole,
  readCoachKind,
  removeRolePrefix,
} from './coach-role.ts';

test.each([
  ['Head Coach', 'coach'],
  ['Staff - Librarian', 'staff'],
  ['Board Member - Treasurer', 'board'],
  ['Guest lecturer', 'other'],
  ['BOARD secretary', 'board'],
  ['Staff Coach of the Board', 'coach'],
  ['Board liaison of the staff', 'staff'],
  ['Board Member - Head of the staff', 'board'],
  ['staff - Boarding and coaching', 'staff'],
  ['Coach - Board games', 'coach'],
])('sorts "%s" under %s', (role, kind) => {
  expect(readCoachKind(role)).toBe(kind);
});

test('a prefix keeps somebody out of the groups that other words name', () => {
  const role = 'Board Member - Staff coach';
  expect([isCoachRole(role), isStaffRole(role), isBoardRole(role)]).toEqual([false, false, true]);
  expect([isCoachRole('Staff coach'), isStaffRole('Staff coach'), isBoardRole('Staff coach')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('stores a role with the prefix of its kind', () => {
  expect(coachKinds.map((kind) => addRolePrefix(kind, 'Treasurer'))).toEqual([
    'Coach - Treasurer',
    'Staff - Treasurer',
    'Board Member - Treasurer',
    'Treasurer',
  ]);
});

test('never doubles a prefix, and changes it with the kind', () => {
  const stored = addRolePrefix('coach', 'Tailoring');

  expect(removeRolePrefix(stored)).toBe('Tailoring');
  expect(addRolePrefix('coach', removeRolePrefix(stored))).toBe(stored);
  expect(addRolePrefix('coach', stored)).toBe(stored);
  expect(addRolePrefix('staff', stored)).toBe('Staff - Tailoring');
  expect(removeRolePrefix('Coach - Coach - Tailoring')).toBe('Tailoring');
});

test('keeps words that only look like a prefix', () => {
  expect(removeRolePrefix('Coach of tailoring')).toBe('Coach of tailoring');
  expect(removeRolePrefix('Coaching - Tailoring')).toBe('Coaching - Tailoring');
  expect(addRolePrefix('other', 'Coach - Tailoring')).toBe('Coach - Tailoring');
});
