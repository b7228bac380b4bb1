import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useToldWords } from './outbox-message.tsx';

const account = vi.hoisted(() => ({ filedChannels: [] as string[] }));
vi.mock('../api/admin.ts', () => ({
  admin: { account: { get: { useQuery: () => ({ data: account }) } } },
}));

function Line() {
  return <p>{useToldWords()('The person is told')}</p>;
}

test.each([
  [[], 'The person is told by email or SMS.'],
  [['sms'], 'The person is told by email. No SMS gateway: SMS are written to files.'],
  [['email'], 'The person is told by SMS. No mail server: emails are written to files.'],
  [['email', 'sms'], 'No mail server and no SMS gateway: messages are written to files and reach nobody.'],
])('with the channels %j written to files, it says who is told and how', (filed, words) => {
  account.filedChannels = filed;
  render(<Line />);
  expect(screen.getByText(words)).toBeTruthy();
});
