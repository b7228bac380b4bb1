import { siteParts } from '@institute/contract/site-parts.constants';
import { expect, test } from 'vitest';
import { makeEmptyItem, mayListHoldCount } from './description.ts';
import { findPreview, findSection, siteSections } from './sections.ts';
import { siteFields } from './site-fields.ts';

test('limits the number of entries as the contract does', () => {
  const counts = (path: string) =>
    [0, 1, 5, 6, 8, 9, 12, 24, 25, 50, 51].filter((count) => mayListHoldCount(path, count));
  const most = { slides: 8, partners: 24, testimonials: 12, socials: 8, 'institute.phones': 5, values: 8 };
  for (const [path, count] of Object.entries(most)) expect(counts(path).at(-1), path).toBe(count);
  expect(counts('openingHours').at(-1)).toBe(50);
  expect(mayListHoldCount('faq', 100)).toBe(true);
});

test('a new entry has every field, and the first of its choices', () => {
  expect(makeEmptyItem(siteFields.faq.item)).toEqual({
    category: 'Programs & Training',
    question: '',
    answer: '',
  });
  expect(makeEmptyItem(siteFields.institute.fields.emails.item)).toEqual({ value: '' });
});

test('every setting and field of the institute is in one part, which is found by its names', () => {
  const { institute, ...others } = siteFields;
  const fields = Object.keys(institute.fields).map((name) => `institute.${name}`);
  const placed = siteSections.flatMap(({ paths }) => paths);
  expect([...placed].sort()).toEqual([...Object.keys(others), ...fields].sort());
  expect(siteSections.map(({ id }) => id).sort()).toEqual(Object.keys(siteParts).sort());
  expect(findSection('openingHours').id).toBe('hours');
  expect(findSection('templates').id).toBe('messages');
  expect(findSection('faq').id).toBe('faq');
  expect(findSection('nothing').id).toBe('institute');
});

test('the preview shows the part that the last focused field changes', () => {
  const preview = (section: string, focused = '') => findPreview(findSection(section), focused);
  expect(preview('institute')).toEqual({ page: '/' });
  expect(preview('contact', 'institute.address')).toEqual({ page: '/contact', part: 'Location' });
  expect(preview('contact', 'institute.phones.0.value')).toEqual({ page: '/contact', part: 'Footer' });
  expect(preview('departments', 'departments.0.name')).toEqual({ page: '/contact', part: 'Departments' });
  expect(preview('socials')).toEqual({ page: '/contact', part: 'Footer' });
  expect(preview('home', 'values.1.title')).toEqual({ page: '/', part: 'Our Values' });
  expect(preview('pages')).toEqual({ page: '/about' });
  expect(preview('pages', 'pages.coaches.intro')).toEqual({ page: '/coaches' });
  expect(preview('pages', 'registrationSuccess')).toEqual({ page: '/registration-success' });
  expect(preview('retention')).toBeUndefined();
});
