import { admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { useDescribeSentMessage } from '../../ui/outbox-message.tsx';
import type { AccountRow } from './account-columns.tsx';

type ActionName = 'Send again' | 'Withdraw' | 'Reactivate' | 'Deactivate' | 'Remove two-step' | 'Sign out';

export type AccountAction = { name: ActionName; row: AccountRow };

const textsOfAccountActions: Record<ActionName, { done: string; question?: string; outcome?: string }> = {
  'Send again': { done: 'Invitation sent again' },
  Withdraw: {
    done: 'Invitation withdrawn',
    question: 'Withdraw this invitation?',
    outcome: 'The link in the email stops working.',
  },
  Reactivate: { done: 'Account reactivated' },
  Deactivate: {
    done: 'Account deactivated',
    question: 'Deactivate this account?',
    outcome:
      'Whoever uses it is signed out at once and cannot sign in. Its API keys and the open invitations that it wrote end for good. What they did stays on record.',
  },
  'Sign out': {
    done: 'Signed out everywhere',
    question: 'Sign this account out everywhere?',
    outcome: 'It is signed out on every device at once. Its password and its rights stay.',
  },
  'Remove two-step': {
    done: 'Two-step sign-in removed',
    question: 'Remove two-step sign-in from this account?',
    outcome: 'For somebody who has lost the phone and the recovery codes. Make sure that it is them who ask.',
  },
};

export const findActionTexts = ({ name }: AccountAction) => textsOfAccountActions[name];

export function useAccountActions() {
  const runChange = useChange();
  const describeSentEmail = useDescribeSentMessage('email');
  const sendInvitationMutation = admin.accounts.invite.useMutation();
  const withdrawInvitationMutation = admin.accounts.withdraw.useMutation();
  const setAccountActiveMutation = admin.accounts.setActive.useMutation();
  const endSessionsMutation = admin.accounts.endSessions.useMutation();
  const removeSecondFactorMutation = admin.accounts.removeSecondFactor.useMutation();

  const sendAction = ({ name, row }: AccountAction): Promise<unknown> => {
    if (row.kind === 'invitation') {
      return name === 'Withdraw'
        ? withdrawInvitationMutation.mutateAsync({ id: row.id })
        : sendInvitationMutation.mutateAsync({ email: row.email, role: row.role ?? undefined });
    }
    const { id } = row;
    if (name === 'Sign out') return endSessionsMutation.mutateAsync({ id });
    if (name === 'Remove two-step') return removeSecondFactorMutation.mutateAsync({ id });
    return setAccountActiveMutation.mutateAsync({ id, isActive: name === 'Reactivate' });
  };

  return (action: AccountAction) => {
    const { done } = textsOfAccountActions[action.name];
    return runChange(() => sendAction(action), {
      done: action.name === 'Send again' ? describeSentEmail(done) : done,
      failed: 'Nothing was changed',
    });
  };
}
