import { expect, test } from 'vitest';
import { resourceWords } from './resource-words.ts';

test('has the specified texts for programs', () => {
  const { total, ...words } = resourceWords({ one: 'program', many: 'programs' });

  expect(total(12)).toBe('Total Programs: 12');
  expect(words).toMatchObject({
    add: 'New Program',
    created: 'Program created successfully',
    updated: 'Program updated successfully',
    deleted: 'Program deleted successfully',
    saveFailed: 'Failed to save program',
    deleteFailed: 'Failed to delete program',
    empty: 'No programs found matching your criteria.',
  });
});

test('keeps names of two words in order', () => {
  const { total, ...words } = resourceWords({
    one: 'team member',
    many: 'team members',
    add: 'Add Team Member',
  });

  expect(total(8)).toBe('Total Team Members: 8');
  expect(words).toMatchObject({
    add: 'Add Team Member',
    created: 'Team member created successfully',
    saveFailed: 'Failed to save team member',
    deleteQuestion: 'Are you sure you want to delete this team member?',
    empty: 'No team members found matching your criteria.',
  });
  expect(resourceWords({ one: 'gallery item', many: 'gallery items' }).add).toBe('New Gallery Item');
});

test('uses Alumni as singular and plural', () => {
  expect(resourceWords({ one: 'alumni', many: 'alumni' })).toMatchObject({
    add: 'New Alumni',
    addTitle: 'Add New Alumni',
    editTitle: 'Edit Alumni',
    created: 'Alumni created successfully',
    deleteFailed: 'Failed to delete alumni',
  });
});
