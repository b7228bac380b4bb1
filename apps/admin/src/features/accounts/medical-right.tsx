import { Switch } from '@institute/ui/switch.tsx';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../parts/use-change.ts';
import type { AccountRow } from './account-row.ts';

type Account = Extract<AccountRow, { kind: 'account' }>;

export function MedicalRight({ account: { id, email, mayReadMedical } }: { account: Account }) {
  const change = useChange();
  const { mutateAsync: set, isPending, variables } = admin.accounts.setMayReadMedical.useMutation();
  return (
    <Switch
      label={
        <span className="font-normal whitespace-nowrap">
          May read<span className="sr-only"> health information: {email}</span>
        </span>
      }
      checked={isPending && variables ? variables.mayReadMedical : mayReadMedical}
      disabled={isPending}
      onCheckedChange={(isGiven) =>
        void change(() => set({ id, mayReadMedical: isGiven }), {
          done: isGiven ? 'Health information can be read' : 'Health information is hidden',
          failed: 'Nothing was changed',
        })
      }
    />
  );
}
