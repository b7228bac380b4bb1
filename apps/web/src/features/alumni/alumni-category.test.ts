import { alumniCategories } from '@institute/contract/content.constants';
import { expect, test } from 'vitest';
import { categoryLabel } from './alumni-page.tsx';

test('the categories have the names that visitors know', () => {
  expect(alumniCategories.map(categoryLabel)).toEqual(['Professional', 'College', 'Youth Teams']);
});
