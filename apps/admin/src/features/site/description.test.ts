import { expect, test } from 'vitest';
import { emptyItem, type ListDescription, mayHold } from './description.ts';
import { findPreview, findSection, sections } from './sections.ts';
import { siteFields } from './site-fields.ts';

test('limits the number of entries as the contract does', () => {
  const counts = (list: ListDescription) => [0, 1, 2, 3, 4, 51].filter((count) => mayHold(list, count));
  expect(counts(siteFields.slides)).toEqual([3]);
  expect(counts(siteFields.institute.fields.phones)).toEqual([1, 2, 3]);
  expect(counts(siteFields.openingHours)).toEqual([0, 1, 2, 3, 4]);
  expect(mayHold(siteFields.faq, 100)).toBe(true);
});

test('a new entry has every field, and the first of its choices', () => {
  expect(emptyItem(siteFields.faq.item)).toEqual({
    category: 'Programs & Training',
    question: '',
    answer: '',
  });
  expect(emptyItem(siteFields.institute.fields.emails.item)).toEqual({ value: '' });
});

test('every setting is in one section, which is found by either name, also by a former one', () => {
  const placed = sections.flatMap(({ keys }) => keys);
  expect([...placed].sort()).toEqual(Object.keys(siteFields).sort());
  expect(findSection('openingHours').id).toBe('institute');
  expect(findSection('contact').id).toBe('institute');
  expect(findSection('templates').id).toBe('messages');
  expect(findSection('faq').id).toBe('faq');
  expect(findSection('nothing').id).toBe('institute');
});

test('the preview shows the part that the last focused field changes', () => {
  const preview = (section: string, focused = '') => findPreview(findSection(section), focused);
  expect(preview('institute')).toEqual({ page: '/contact', part: 'Location' });
  expect(preview('institute', 'departments.0.name')).toEqual({ page: '/contact', part: 'Departments' });
  expect(preview('institute', 'socials.0.url')).toEqual({ page: '/contact', part: 'Footer' });
  expect(preview('home', 'values.1.title')).toEqual({ page: '/', part: 'Our Values' });
  expect(preview('pages')).toEqual({ page: '/about' });
  expect(preview('pages', 'pages.coaches.intro')).toEqual({ page: '/coaches' });
  expect(preview('retention')).toBeUndefined();
});
