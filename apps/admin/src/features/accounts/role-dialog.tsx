import { findRole, makeHolderOfRole, type RightsHolder, roles } from '@institute/contract/rights.constants';
import { Field } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';
import { useForm } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import { RightsTable } from './rights-table.tsx';

type RoleDialogProps = { account: RightsHolder & { id: number; email: string }; onClose: () => void };

export function RoleDialog({ account, onClose }: RoleDialogProps) {
  const { id, email, isOwner, rights } = account;
  const form = useForm<{ held: RightsHolder }>({ defaultValues: { held: { isOwner, rights } } });
  const heldRights = form.watch('held');
  const setHeldRights = (next: RightsHolder) => form.setValue('held', next, { shouldDirty: true });
  const roleOfHeldRights = findRole(heldRights);
  const setRoleMutation = admin.accounts.setRole.useMutation();
  const setRightsMutation = admin.accounts.setRights.useMutation();
  return (
    <InputDialog
      title="Role and Rights"
      description={email}
      form={form}
      send={async () => {
        if (roleOfHeldRights) await setRoleMutation.mutateAsync({ id, role: roleOfHeldRights });
        else await setRightsMutation.mutateAsync({ id, rights: [...heldRights.rights] });
        // The dialog closes before the list is loaded again
        onClose();
      }}
      messages={{ done: 'Rights saved', failed: 'Nothing was changed' }}
      submitLabel="Save"
      disabled={!form.formState.isDirty}
      onClose={onClose}
    >
      <Field
        label="Role"
        hint={
          heldRights.isOwner !== isOwner &&
          (isOwner
            ? 'They no longer manage accounts or delete things for good. Open invitations that they wrote end.'
            : 'An owner may invite and deactivate everybody, you too, and delete things for good.')
        }
      >
        <Select
          choices={makeCapitalisedChoices(roles)}
          value={roleOfHeldRights ?? ''}
          onChange={({ target }) => {
            const chosenRole = roles.find((one) => one === target.value);
            if (chosenRole) setHeldRights(makeHolderOfRole(chosenRole));
          }}
        >
          {!roleOfHeldRights && <option value="">Single rights</option>}
        </Select>
      </Field>
      <RightsTable holder={heldRights} onChange={(next) => setHeldRights({ isOwner: false, rights: next })} />
    </InputDialog>
  );
}
