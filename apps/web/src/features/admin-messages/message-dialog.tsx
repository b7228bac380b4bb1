import type { Message } from '@institute/contract';
import { formatDateTime } from '@institute/contract/time';
import { MailX, Reply } from 'lucide-react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { replyLink } from './reply-link.ts';

type MessageDialogProps = {
  message: Message;
  onUnread: () => void;
  isPending: boolean;
  onClose: () => void;
};

export function MessageDialog({ message, onUnread, isPending, onClose }: MessageDialogProps) {
  const { name, email, subject, createdAt } = message;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={subject}
      description={`From ${name}, ${formatDateTime(createdAt)}`}
      size="lg"
    >
      <p className="wrap-anywhere text-muted">
        <a className="underline" href={`mailto:${email}`}>
          {email}
        </a>
      </p>
      <p className="mt-4 rounded-control border border-line p-4 wrap-anywhere whitespace-pre-wrap">
        {message.message}
      </p>
      <DialogFooter>
        <Button variant="outline" pending={isPending} onClick={onUnread}>
          <MailX aria-hidden />
          Mark as unread
        </Button>
        <a className={buttonClass()} href={replyLink(message)}>
          <Reply aria-hidden />
          Reply
        </a>
      </DialogFooter>
    </Dialog>
  );
}
