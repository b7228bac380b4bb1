import type { Message } from '@institute/contract';
import { truncate } from '@institute/contract/text';
import { Badge } from '@institute/ui/badge.tsx';
import { MailOpen } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import type { DeletableListDeclaration } from '../../content/deletable-list.tsx';
import { resourceWords } from '../../content/resource-words.ts';
import { DateCell, NameCell } from '../../lists/cells.tsx';

const EXCERPT_LENGTH = 120;

export const messageList: DeletableListDeclaration<Message, 'unread' | 'read' | 'spam'> = {
  kind: 'contact',
  words: resourceWords({ one: 'message', many: 'messages' }),
  api: admin.contact,
  nameOf: ({ name, subject }) => `${name}: ${subject}`,
  filter: {
    label: 'Status',
    choices: [
      { label: 'All', value: 'all' },
      { label: 'Unread', value: 'unread', category: 'unread' },
      { label: 'Read', value: 'read', category: 'read' },
      { label: 'Spam', value: 'spam', category: 'spam' },
    ],
  },
  columns: [
    { heading: 'Name', sort: 'name', plain: true, cell: ({ name }) => <NameCell>{name}</NameCell> },
    {
      heading: 'Status',
      sort: 'readAt',
      cell: ({ readAt }) =>
        readAt ? (
          <span className="inline-flex items-center gap-1 text-sm text-muted">
            <MailOpen className="size-4" strokeWidth={1.75} aria-hidden />
            Read
          </span>
        ) : (
          <Badge tone="sun">Unread</Badge>
        ),
    },
    {
      heading: 'Subject',
      sort: 'subject',
      cell: ({ subject, readAt }) => (
        <span className={readAt ? 'wrap-anywhere' : 'font-semibold wrap-anywhere'}>{subject}</span>
      ),
      className: 'md:min-w-40',
    },
    {
      heading: 'Message',
      cell: ({ message }) => <span className="wrap-anywhere">{truncate(message, EXCERPT_LENGTH)}</span>,
      className: 'md:min-w-56',
    },
    { heading: 'Received', sort: 'createdAt', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
  ],
};
