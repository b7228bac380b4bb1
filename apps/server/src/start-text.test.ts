import { expect, test } from 'vitest';
import { writeStartText } from './start-text.ts';

const publicUrl = 'http://localhost:3000';
const config = { publicUrl, dataDir: '/srv/data', smtpUrl: undefined };

test('a start ends with the address, the data, the emails and the first account', () => {
  expect(writeStartText(config, { signup: 'open', code: null })).toBe(
    [
      'The site is at http://localhost:3000 and its office at http://localhost:3000/admin.',
      'Its data is in /srv/data.',
      'Emails are not sent, they are written as files to /srv/data/mail.',
      'Make the first account at http://localhost:3000/admin/signup. It owns the institute.',
      'Ctrl-C stops it.',
    ].join('\n'),
  );
});

test('says the set-up code where sign-up is by invitation, and a command where it is closed', () => {
  expect(writeStartText(config, { signup: 'invite', code: 'ABCDEFGHJKLM' })).toContain(
    'Make the first account at http://localhost:3000/admin/signup with the set-up code ABCDEFGHJKLM.',
  );
  expect(writeStartText(config, { signup: 'closed', code: null })).toContain(
    'Make the first account with: npm run admin:create',
  );
});

test('says nothing of accounts once there is one, nor of files with a mail server', () => {
  const text = writeStartText({ ...config, smtpUrl: 'smtp://mail.example.org' }, null);
  expect(text).not.toMatch(/account|Emails/);
});
