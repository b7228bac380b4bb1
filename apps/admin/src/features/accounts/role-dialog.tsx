import { findRole, type Holder, makeHolder, roles } from '@institute/contract/rights.constants';
import { capitalise } from '@institute/contract/text';
import { Button } from '@institute/ui/button.tsx';
import { DialogFooter } from '@institute/ui/dialog.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Select } from '@institute/ui/select.tsx';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useShownChange } from '../../api/use-change.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { RightsTable } from './rights-table.tsx';

type RoleDialogProps = { account: Holder & { id: number; email: string }; onClose: () => void };

export function RoleDialog({ account, onClose }: RoleDialogProps) {
  const { id, email, isOwner } = account;
  const [held, setHeld] = useState<Holder>(account);
  const role = findRole(held);
  const { change, outcome } = useShownChange();
  const setRole = admin.accounts.setRole.useMutation();
  const setRights = admin.accounts.setRights.useMutation();
  const isBusy = setRole.isPending || setRights.isPending;

  /** The dialog closes before the list is loaded anew. */
  const save = () =>
    change(
      async () => {
        if (role) await setRole.mutateAsync({ id, role });
        else await setRights.mutateAsync({ id, rights: [...held.rights] });
        onClose();
      },
      { done: 'Rights saved', failed: 'Nothing was changed' },
    );
  return (
    <FormDialog
      title="Role and Rights"
      description={email}
      isChanged={held !== account}
      isBusy={isBusy}
      onClose={onClose}
    >
      {(close) => (
        <Form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            return save();
          }}
        >
          <Field
            label="Role"
            hint={
              held.isOwner !== isOwner &&
              (isOwner
                ? 'They no longer manage accounts or delete things for good.'
                : 'An owner may invite and deactivate everybody, you too, and delete things for good.')
            }
          >
            <Select
              value={role ?? ''}
              onChange={({ target }) => {
                const chosen = roles.find((one) => one === target.value);
                if (chosen) setHeld(makeHolder(chosen));
              }}
            >
              {!role && <option value="">Single rights</option>}
              {roles.map((one) => (
                <option key={one} value={one}>
                  {capitalise(one)}
                </option>
              ))}
            </Select>
          </Field>
          <RightsTable holder={held} onChange={(rights) => setHeld({ isOwner: false, rights })} />
          <OutcomeLine outcome={outcome} />
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" pending={isBusy} disabled={held === account}>
              Save
            </Button>
          </DialogFooter>
        </Form>
      )}
    </FormDialog>
  );
}
