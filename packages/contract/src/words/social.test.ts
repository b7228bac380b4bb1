import { expect, test } from 'vitest';
import { toSocialLink } from './social.ts';

test.each([
  ['https://www.facebook.com/school', 'Facebook', 'facebook'],
  ['https://m.facebook.com/school', 'Facebook', 'facebook'],
  ['https://twitter.com/school', 'X', 'x'],
  ['https://youtu.be/abc', 'YouTube', 'youtube'],
  ['https://www.tiktok.com/@school', 'TikTok', 'tiktok'],
  ['https://wa.me/256700000000', 'WhatsApp', 'whatsapp'],
  ['https://t.me/school', 'Telegram', 'telegram'],
  ['https://blog.school.example/', 'blog.school.example', undefined],
  ['https://www.school.example/', 'school.example', undefined],
  ['https://notfacebook.com/school', 'notfacebook.com', undefined],
])('%s is shown as %s', (url, name, icon) => {
  expect(toSocialLink({ network: '', url })).toEqual({ name, url, icon });
});

test('a name of the office stays, and a known one has its icon at any address', () => {
  const url = 'https://facebook.com/choir';
  expect(toSocialLink({ network: 'Our choir', url })).toMatchObject({ name: 'Our choir', icon: 'facebook' });
  const moved = { network: 'Instagram', url: 'https://school.example/photos' };
  expect(toSocialLink(moved)).toEqual({ name: 'Instagram', url: moved.url, icon: 'instagram' });
});
