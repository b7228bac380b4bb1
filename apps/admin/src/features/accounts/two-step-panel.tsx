import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Switch } from '@institute/ui/switch.tsx';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { useQuestion } from '../../ui/use-question.tsx';
import { AccountPanel } from './account-panel.tsx';
import { RecoveryCodes, TwoStepSetUp } from './two-step-form.tsx';

type SecondFactorState = AdminAnswers['account']['get']['secondFactor'];

export function TwoStepPanel() {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <AccountPanel
      title="Two-Step Sign-In"
      about="After the password, the sign-in asks for a code of an app on your phone. A stolen password alone is then worth nothing."
    >
      {({ secondFactor: state, isOwner }) => (
        <>
          <p>{state.isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>}</p>
          {codes ? (
            <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
          ) : state.isOn ? (
            <TwoStepTurnedOn state={state} onCodes={setCodes} />
          ) : (
            <TwoStepSetUp onCodes={setCodes} />
          )}
          {isOwner && <TwoStepDemand isDemanded={state.isDemanded} />}
        </>
      )}
    </AccountPanel>
  );
}

function TwoStepTurnedOn({
  state,
  onCodes,
}: {
  state: SecondFactorState;
  onCodes: (codes: string[]) => void;
}) {
  const { change, outcome } = useChangeWithOutcome();
  const { ask, question } = useQuestion();
  const { mutateAsync: renew, isPending: isRenewing } = admin.secondFactor.renewCodes.useMutation();
  const { mutateAsync: turnOff } = admin.secondFactor.turnOff.useMutation();

  const renewRecoveryCodes = () =>
    change(
      async () => {
        const { recoveryCodes } = await renew();
        onCodes(recoveryCodes);
      },
      { done: 'The former recovery codes have ended', failed: 'No codes were made' },
    );

  return (
    <>
      <p>
        {state.recoveryCodes === 1
          ? '1 recovery code is left.'
          : `${state.recoveryCodes} recovery codes are left.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" pending={isRenewing} onClick={() => void renewRecoveryCodes()}>
          New recovery codes
        </Button>
        {!state.isDemanded && (
          <Button
            variant="outline"
            onClick={() =>
              ask({
                title: 'Turn off two-step sign-in?',
                description: 'Your password alone then opens your account. The recovery codes end.',
                confirmLabel: 'Turn off',
                onConfirm: () => change(() => turnOff(), { failed: 'Nothing was changed' }),
              })
            }
          >
            Turn off
          </Button>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
      {question}
    </>
  );
}

function TwoStepDemand({ isDemanded }: { isDemanded: boolean }) {
  const { change, outcome } = useChangeWithOutcome();
  const { mutateAsync: demand, isPending, variables } = admin.accounts.demandSecondFactor.useMutation();
  return (
    <div className="border-t border-line pt-3">
      <Switch
        label="Every account needs it"
        checked={isPending && variables ? variables.isDemanded : isDemanded}
        disabled={isPending}
        onCheckedChange={(isWanted) =>
          void change(() => demand({ isDemanded: isWanted }), { failed: 'Nothing was changed' })
        }
      />
      <p className="text-muted">Whoever does not have it can only set it up, until that is done.</p>
      <OutcomeLine outcome={outcome} />
    </div>
  );
}
