import type { ContactMessage } from '@institute/contract';
import { truncate } from '@institute/contract/text';
import { Badge } from '@institute/ui/badge.tsx';
import { toast } from '@institute/ui/toast.ts';
import { createFileRoute } from '@tanstack/react-router';
import { MailOpen, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { useChange } from '../../api/use-change.ts';
import { useDeletableRows } from '../../content/deletable-list.tsx';
import { ContactMessageDialog } from '../../features/contact-messages/contact-message-dialog.tsx';
import { makeDateColumn, makeNameColumn } from '../../lists/cells.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import type { Column } from '../../lists/column.ts';
import { declareSearchedList, makeListScreen } from '../../lists/declared-list.tsx';
import { declareListRoute } from '../../lists/list-route.ts';
import { keepPreviousRowsOption, type ListFilter, useItemOpenedByAddress } from '../../lists/list-search.ts';

const EXCERPT_LENGTH = 120;

const messageWords = makeResourceWords({
  one: 'message',
  many: 'messages',
  source: 'What visitors write on the contact page arrives here.',
});

const columns: Column<ContactMessage>[] = [
  makeNameColumn('name', 'Name'),
  {
    heading: 'Status',
    phone: 'fact',
    sort: 'readAt',
    sortedBy: 'day',
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
    phone: 'text',
    sort: 'subject',
    cell: ({ subject, readAt }) => (
      <span className={readAt ? 'max-md:wrap-anywhere' : 'font-semibold max-md:wrap-anywhere'}>
        {subject}
      </span>
    ),
    isText: true,
  },
  {
    heading: 'Message',
    cell: ({ message }) => truncate(message, EXCERPT_LENGTH),
    isText: true,
  },
  makeDateColumn('createdAt', 'Received', 'fact'),
];

const messageFilter: ListFilter<'unread' | 'read' | 'spam'> = {
  label: 'Status',
  all: 'All',
  choices: makeCapitalisedChoices(['unread', 'read', 'spam']),
};

const ContactMessagesPage = makeListScreen({
  words: messageWords,
  icon: MessageSquareText,
  ...declareSearchedList({ columns, filter: messageFilter }),
  counted: admin.contact,
  useRows: (query) => admin.contact.list.useQuery(query, keepPreviousRowsOption),
  useParts: ({ search }) => {
    const [shown, setShown] = useState<ContactMessage | null>(null);
    const markReadMutation = admin.contact.mark.useMutation();
    const markNotSpamMutation = admin.contact.notSpam.useMutation();
    const runChange = useChange();

    const showMessage = async (message: ContactMessage) => {
      setShown(message);
      if (message.readAt) return;
      await runChange(() => markReadMutation.mutateAsync({ id: message.id, isRead: true }), {
        failed: 'Failed to mark message as read',
      });
    };
    const { contact } = admin.useUtils();
    useItemOpenedByAddress(search.open, async (id) => {
      try {
        await showMessage(await contact.get.fetch({ id }));
      } catch (error) {
        toast.error('This message could not be opened', { description: toApiFailure(error).message });
      }
    });
    /** The dialog closes before the list is loaded again. */
    const changeShownMessage = (send: () => Promise<unknown>, words: { done: string; failed: string }) =>
      runChange(async () => {
        await send();
        setShown(null);
      }, words);
    const markUnread = ({ id }: ContactMessage) =>
      changeShownMessage(() => markReadMutation.mutateAsync({ id, isRead: false }), {
        done: 'Message marked as unread',
        failed: 'Failed to mark message as unread',
      });
    const markNotSpam = ({ id }: ContactMessage) =>
      changeShownMessage(() => markNotSpamMutation.mutateAsync({ id }), {
        done: 'Message moved to the others',
        failed: 'Failed to move message',
      });
    const { question, ...rowParts } = useDeletableRows<ContactMessage>({
      kind: 'contact',
      words: messageWords,
      api: admin.contact,
      nameOf: ({ name, subject }) => `${name}: ${subject}`,
      does: 'View',
      onOpen: showMessage,
    });

    return {
      ...rowParts,
      dialogs: (
        <>
          {question}
          {shown && (
            <ContactMessageDialog
              message={shown}
              onUnread={() => markUnread(shown)}
              onNotSpam={search.category === 'spam' ? () => markNotSpam(shown) : undefined}
              isPending={markReadMutation.isPending || markNotSpamMutation.isPending}
              onClose={() => setShown(null)}
            />
          )}
        </>
      ),
    };
  },
});

export const Route = createFileRoute('/admin/messages')({
  ...declareListRoute('Messages', ({ contact }) => contact.list),
  component: ContactMessagesPage,
});
