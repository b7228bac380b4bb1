import type { ContactMessage } from '@institute/contract';
import { makeTelLink } from '@institute/contract/phone';
import { formatDateTime } from '@institute/contract/time';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { Inbox, MailX, Reply } from 'lucide-react';
import { SmsAnswer } from './sms-answer-form.tsx';

/** Everything is encoded, so that no text can add a header. */
export function makeReplyLink({ email, subject }: Pick<ContactMessage, 'email' | 'subject'>): string {
  const replySubject = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(replySubject)}`;
}

type ContactMessageDialogProps = {
  message: ContactMessage;
  onUnread: () => void;
  onNotSpam: (() => void) | undefined;
  isPending: boolean;
  onClose: () => void;
};

export function ContactMessageDialog({
  message,
  onUnread,
  onNotSpam,
  isPending,
  onClose,
}: ContactMessageDialogProps) {
  const { channel, name, email, phone, subject, createdAt } = message;
  const isAnsweredBySms = channel === 'sms';
  return (
    <Dialog
      onClose={onClose}
      title={subject}
      description={`From ${name}, ${formatDateTime(createdAt)}`}
      size="lg"
    >
      <p className="text-muted">
        {isAnsweredBySms ? (
          <a className="underline" href={makeTelLink(phone)}>
            <span translate="no">{phone}</span>
          </a>
        ) : (
          <a className="underline" href={`mailto:${email}`}>
            <EmailAddress>{email}</EmailAddress>
          </a>
        )}
      </p>
      <p className="mt-4 rounded-control border border-line p-4 wrap-anywhere whitespace-pre-wrap">
        {message.message}
      </p>
      {isAnsweredBySms && <SmsAnswer message={message} onSent={onClose} />}
      <DialogFooter>
        {onNotSpam ? (
          <Button variant="outline" pending={isPending} onClick={onNotSpam}>
            <Inbox aria-hidden />
            Not spam
          </Button>
        ) : (
          <Button variant="outline" pending={isPending} onClick={onUnread}>
            <MailX aria-hidden />
            Mark as unread
          </Button>
        )}
        {!isAnsweredBySms && (
          <a className={makeButtonClass()} href={makeReplyLink(message)}>
            <Reply aria-hidden />
            Reply
          </a>
        )}
      </DialogFooter>
    </Dialog>
  );
}
