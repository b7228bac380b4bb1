import type { Message } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { createFileRoute, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { admin, failureOf } from '../../api/admin.ts';
import { DeletableList } from '../../content/deletable-list.tsx';
import { MessageDialog } from '../../features/messages/message-dialog.tsx';
import { messageList } from '../../features/messages/message-list.tsx';
import { type ListSearch, listSearch } from '../../lists/list-search.ts';
import { useOpened } from '../../lists/use-opened.ts';
import { useRefresh } from '../../parts/use-refresh.ts';

export const Route = createFileRoute('/admin/messages')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Messages – Admin' }] }),
  component: MessagesPage,
});

function MessagesPage() {
  const search = listSearch(useSearch({ from: '/admin/messages' }));
  const [shown, setShown] = useState<Message | null>(null);
  const { mutateAsync: mark, isPending } = admin.contact.mark.useMutation();
  const { mutateAsync: takeFromSpam, isPending: isTaking } = admin.contact.notSpam.useMutation();
  const refresh = useRefresh();

  const show = async (message: Message) => {
    setShown(message);
    if (message.readAt) return;
    try {
      await mark({ id: message.id, isRead: true });
      await refresh();
    } catch (error) {
      toast.error('Failed to mark message as read', { description: failureOf(error).message });
    }
  };
  const { contact } = admin.useUtils();
  useOpened(search.open, async (id) => {
    try {
      await show(await contact.get.fetch({ id }));
    } catch (error) {
      toast.error('This message could not be opened', { description: failureOf(error).message });
    }
  });
  const markUnread = async ({ id }: Message) => {
    try {
      await mark({ id, isRead: false });
      toast.success('Message marked as unread');
      setShown(null);
      await refresh();
    } catch (error) {
      toast.error('Failed to mark message as unread', { description: failureOf(error).message });
    }
  };
  const markNotSpam = async ({ id }: Message) => {
    try {
      await takeFromSpam({ id });
      toast.success('Message moved to the others');
      setShown(null);
      await refresh();
    } catch (error) {
      toast.error('Failed to move message', { description: failureOf(error).message });
    }
  };

  return (
    <DeletableList list={messageList} search={search} open={{ does: 'View', row: show }}>
      {shown && (
        <MessageDialog
          message={shown}
          onUnread={() => markUnread(shown)}
          onNotSpam={search.category === 'spam' ? () => markNotSpam(shown) : undefined}
          isPending={isPending || isTaking}
          onClose={() => setShown(null)}
        />
      )}
    </DeletableList>
  );
}
