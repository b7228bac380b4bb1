import { invitationInput } from '@institute/contract';
import { makeHolderOfRole, roles } from '@institute/contract/rights.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { showFailureInForm } from '../../forms/field-errors.ts';
import { ChoiceField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { RequiredField } from '../../forms/required-field.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import { useDescribeSentMessage } from '../../ui/outbox-message.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { RightsTable } from './rights-table.tsx';

type InvitationValues = FormValues<typeof invitationInput>;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const describeSentEmail = useDescribeSentMessage('email');
  const { data: own } = admin.account.get.useQuery();
  const { accounts } = admin.useUtils();
  const [link, setLink] = useState<string>();
  const form = useSchemaForm(invitationInput, { email: '', role: 'office' });
  const chosenRole = useWatch({ control: form.control, name: 'role' }) || 'office';
  const { mutateAsync: invite, isPending } = admin.accounts.invite.useMutation();

  const findInvitationLink = async (invited: string) => {
    const accountLists = await accounts.list.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    return accountLists?.invitations.find(({ email }) => email === invited)?.link;
  };
  const sendInvitation = form.handleSubmit(async (typed) => {
    try {
      await invite(typed);
      const isEmailWrittenToFile = own?.filedChannels.includes('email');
      const invitationLink = isEmailWrittenToFile && (await findInvitationLink(typed.email.toLowerCase()));
      if (invitationLink) setLink(invitationLink);
      else {
        toast.success(describeSentEmail('Invitation sent successfully'));
        onClose();
      }
    } catch (error) {
      showFailureInForm(form, error, 'Failed to send the invitation');
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
      onSubmit={sendInvitation}
      submitLabel="Send Invitation"
      isPending={isPending}
      title="Invite Somebody"
      description="They get an email with a link, choose a password, and can sign in. The link is valid for 7 days."
      onClose={onClose}
    >
      <RequiredField form={form} name="email" label="Email" type="email" autoComplete="off" />
      <ChoiceField<InvitationValues> name="role" label="Role" choices={makeCapitalisedChoices(roles)} />
      <RightsTable holder={makeHolderOfRole(chosenRole)} />
    </SubmitDialog>
  );
}
