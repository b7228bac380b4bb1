import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findButton, findToast, openOffice } from '../../testing/office.tsx';

const colors = { main: '#0f5a43', accent: '#f2a71b' };
const institute = { name: 'Kampala Institute', logo: '', colors, pattern: 'shapes' };

const openLook = () =>
  openOffice('/admin/site?section=look', {
    'site.get': { view: { institute }, tag: '"1"', isOwner: false, unread: [] },
    'site.update': ({ changes }: { changes: object }) => ({ view: { institute, ...changes }, tag: '"2"' }),
  });
const readPreview = async () => {
  const figure = await screen.findByRole('figure', { name: 'The colours in use' });
  return (token: string) => figure.style.getPropertyValue(`--color-${token}`);
};

test('a typed colour is shown at once, stays as typed, and says when its text is darkened', async () => {
  const office = await openLook();
  const main = await screen.findByLabelText('Main colour');
  fireEvent.change(main, { target: { value: '#ffd400' } });
  const token = await readPreview();
  expect([token('green-ground'), token('on-green')]).toEqual(['#ffd400', '#1d1b16']);
  expect(token('green')).not.toBe('#ffd400');
  expect(screen.getByText('Darkened for text')).toBeTruthy();

  fireEvent.change(screen.getByLabelText('Pattern'), { target: { value: 'dots' } });
  await office.user.click(await findButton('Save'));
  await findToast('Site updated successfully');
  expect(office.inputs('site.update')[0]).toMatchObject({
    changes: { institute: { ...institute, colors: { ...colors, main: '#ffd400' }, pattern: 'dots' } },
  });
});

test('one press takes a ready pair, and what is no colour is refused', async () => {
  const office = await openLook();
  const pairs = within(await screen.findByRole('group', { name: 'Ready pairs' })).getAllByRole('button');
  expect(pairs).toHaveLength(6);
  expect(pairs[0]?.getAttribute('aria-pressed')).toBe('true');
  await office.user.click(await findButton('Dark red and teal'));
  expect((await readPreview())('green-ground')).toBe('#8f1d2e');
  expect(screen.getByLabelText<HTMLInputElement>('Main colour').value).toBe('#8f1d2e');

  fireEvent.change(screen.getByLabelText('Main colour'), { target: { value: 'red' } });
  await office.user.click(await findButton('Save'));
  expect(await screen.findByText('A colour like #0f5a43')).toBeTruthy();
  expect(office.inputs('site.update')).toEqual([]);
});
