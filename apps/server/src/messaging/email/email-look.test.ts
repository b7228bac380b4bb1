import { expect, test } from 'vitest';
import { writeEmailHtml } from './email.ts';

const email = {
  subject: 'Hello',
  heading: 'Hello',
  paragraphs: ['Words'],
  quote: 'Words of a visitor',
  action: { label: 'Open', url: 'https://institute.example/a' },
  ending: 'You can leave:',
  endingLink: { label: 'Unsubscribe', url: 'https://institute.example/b' },
};
const sender = {
  name: 'Institute',
  logo: '',
  colors: { main: '#ffd400', accent: '#2b1a6b' },
  publicUrl: 'https://institute.example',
};

test('an email has the colours of the institute, and darkens only its links', () => {
  const html = writeEmailHtml(email, sender);
  expect(html).toContain('background:#ffd400;color:#1d1b16');
  expect(html).toContain('border-left:4px solid #2b1a6b');
  expect(/style="color:(#[0-9a-f]{6});text-decoration:underline">Unsubscribe/.exec(html)?.[1]).toBe(
    '#756200',
  );
  expect(html).not.toMatch(/#0f5a43|#f2a71b|<img/);
});

test('an email shows the logo by its icon, which has a plate', () => {
  const html = writeEmailHtml(email, { ...sender, logo: '/uploads/ab12-900x220-ffffff/900.webp' });
  expect(html).toContain('<img src="https://institute.example/icons/icon-192.png" alt=""');
});
