import type { MessageChannel } from '@institute/contract/outbox.constants';
import { expect, test } from 'vitest';
import { describeChannels } from './outbox-message.tsx';

const noServers = 'Written to files: nobody is told.';

test.each<[MessageChannel[], boolean, string]>([
  [[], true, 'The person is told by email or SMS.'],
  [['sms'], true, 'The person is told by email. No SMS gateway: SMS are written to files.'],
  [['email'], true, 'The person is told by SMS. No mail server: emails are written to files.'],
  [['email', 'sms'], true, noServers],
  [['sms'], false, 'The person is told by email.'],
  [['email', 'sms'], false, noServers],
])('with %j written to files, and SMS: %j, it says who is told and how', (filedChannels, sendsSms, words) => {
  expect(describeChannels('The person is told', { filedChannels, sendsSms })).toBe(words);
});
