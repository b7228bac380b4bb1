import { Switch } from '@institute/ui/switch.tsx';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../parts/use-change.ts';

export function TwoStepDemand({ isDemanded }: { isDemanded: boolean }) {
  const change = useChange();
  const { mutateAsync: demand, isPending, variables } = admin.accounts.demandSecondFactor.useMutation();
  return (
    <div className="border-t border-line pt-3">
      <Switch
        label="Every account needs it"
        checked={isPending && variables ? variables.isDemanded : isDemanded}
        disabled={isPending}
        onCheckedChange={(isWanted) =>
          void change(() => demand({ isDemanded: isWanted }), {
            done: isWanted ? 'Every account needs two-step sign-in' : 'Each account decides for itself',
            failed: 'Nothing was changed',
          })
        }
      />
      <p className="text-muted">Whoever does not have it can only set it up, until that is done.</p>
    </div>
  );
}
