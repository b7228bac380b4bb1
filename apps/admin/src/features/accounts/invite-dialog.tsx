import { invitationInput } from '@institute/contract';
import { makeHolder, roles } from '@institute/contract/rights.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { showFailure } from '../../forms/field-errors.ts';
import { ChoiceField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { RequiredField } from '../../forms/required-field.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { capitaliseAll } from '../../lists/choice.tsx';
import { useSentWords } from '../../ui/outbox-message.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { RightsTable } from './rights-table.tsx';

type Values = FormValues<typeof invitationInput>;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const words = useSentWords('email');
  const { data: own } = admin.account.get.useQuery();
  const { accounts } = admin.useUtils();
  const [link, setLink] = useState<string>();
  const form = useSchemaForm(invitationInput, { email: '', role: 'office' });
  const role = useWatch({ control: form.control, name: 'role' }) || 'office';
  const { mutateAsync: invite, isPending } = admin.accounts.invite.useMutation();

  const findLink = async (invited: string) => {
    const list = await accounts.list.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    return list?.invitations.find(({ email }) => email === invited)?.link;
  };
  const send = form.handleSubmit(async (typed) => {
    try {
      await invite(typed);
      const isFiled = own?.filedChannels.includes('email');
      const filed = isFiled && (await findLink(typed.email.toLowerCase()));
      if (filed) setLink(filed);
      else {
        toast.success(words('Invitation sent successfully'));
        onClose();
      }
    } catch (error) {
      showFailure(form, error, 'Failed to send the invitation');
    }
  });

  if (link) {
    return (
      <ShownOnceDialog
        title="Invitation"
        warning="No email was sent"
        label="Link of the invitation"
        secret={link}
        onClose={onClose}
      >
        No mail server is set, so it was written to a file. Give the person this link.
      </ShownOnceDialog>
    );
  }
  return (
    <SubmitDialog
      form={form}
      onSubmit={send}
      submitLabel="Send Invitation"
      isPending={isPending}
      title="Invite Somebody"
      description="They get an email with a link, choose a password, and can sign in. The link is valid for 7 days."
      onClose={onClose}
    >
      <RequiredField form={form} name="email" label="Email" type="email" autoComplete="off" />
      <ChoiceField<Values> name="role" label="Role" choices={capitaliseAll(roles)} />
      <RightsTable holder={makeHolder(role)} />
    </SubmitDialog>
  );
}
