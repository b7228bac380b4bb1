import {
  documentLimits,
  type RefusalReason,
  refusalReasons,
} from '@institute/contract/applicant-documents.constants';
import { Button } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { DropdownMenu, DropdownMenuItem } from '@institute/ui/dropdown-menu.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';

export const reasonNames: Record<RefusalReason, string> = {
  blurred: 'Blurred',
  wrongPaper: 'Wrong paper',
  pageMissing: 'Page missing',
  nameDiffers: 'Name differs',
  other: 'Other…',
};

type RefusalMenuProps = { isPending: boolean; onRefuse: (reason: RefusalReason) => void };

export const RefusalMenu = ({ isPending, onRefuse }: RefusalMenuProps) => (
  <DropdownMenu
    align="end"
    trigger={
      <Button size="sm" variant="outline" disabled={isPending}>
        Refuse
        <ChevronDown aria-hidden />
      </Button>
    }
  >
    {refusalReasons.map((reason) => (
      <DropdownMenuItem key={reason} onSelect={() => onRefuse(reason)}>
        {reasonNames[reason]}
      </DropdownMenuItem>
    ))}
  </DropdownMenu>
);

type RefusalDialogProps = {
  label: string;
  isPending: boolean;
  onRefuse: (words: string) => void;
  onClose: () => void;
};

/** Asks for the words when no reason fits. */
export function RefusalDialog({ label, isPending, onRefuse, onClose }: RefusalDialogProps) {
  const [words, setWords] = useState('');
  const describeNotification = useDescribeNotification();
  const isReasonEmpty = words.trim() === '';
  return (
    <Dialog title={`Refuse ${label}?`} onClose={onClose} closesOutside={isReasonEmpty}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReasonEmpty) onRefuse(words.trim());
        }}
      >
        <Field label="What is wrong?" hint={describeNotification('The applicant reads this, and is told')}>
          <Textarea
            rows={3}
            required
            maxLength={documentLimits.words}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={isPending} disabled={isReasonEmpty}>
            Refuse
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
