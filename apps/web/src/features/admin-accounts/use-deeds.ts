import { useRefresh } from '../../admin-ui/resource/use-refresh.ts';
import { admin, failureOf } from '../../api/admin.ts';
import { toast } from '../../ui/toast.ts';
import type { Person } from './person.ts';

/** Something that an owner does with an account or an invitation. */
type Does = 'Send again' | 'Withdraw' | 'Reactivate' | 'Deactivate' | 'Make owner' | 'Remove owner';
export type Deed = { does: Does; person: Person };

/** What is asked before, where something may be lost, and what is said afterwards. */
const words: Record<Does, { done: string; question?: string; outcome?: string }> = {
  'Send again': { done: 'Invitation sent again' },
  Withdraw: {
    done: 'Invitation withdrawn',
    question: 'Withdraw this invitation?',
    outcome: 'The link that was mailed will not work any more.',
  },
  Reactivate: { done: 'Account reactivated' },
  Deactivate: {
    done: 'Account deactivated',
    question: 'Deactivate this account?',
    outcome: 'Whoever uses it is signed out at once and cannot sign in. What they did stays on record.',
  },
  'Make owner': {
    done: 'Owner added',
    question: 'Make this account an owner?',
    outcome: 'An owner may invite and deactivate everybody, you too, and delete things for good.',
  },
  'Remove owner': {
    done: 'Owner removed',
    question: 'Take the ownership from this account?',
    outcome: 'It can be used as before, but not for accounts and what cannot be taken back.',
  },
};

export const questionOf = ({ does }: Deed) => words[does];

/** Does it and says how it went; true when it is done. */
export function useDeeds() {
  const refresh = useRefresh();
  const invite = admin.accounts.invite.useMutation();
  const withdraw = admin.accounts.withdraw.useMutation();
  const setActive = admin.accounts.setActive.useMutation();
  const setOwner = admin.accounts.setOwner.useMutation();

  const send = ({ does, person }: Deed): Promise<unknown> => {
    if (person.kind === 'invitation') {
      return does === 'Withdraw'
        ? withdraw.mutateAsync({ id: person.id })
        : invite.mutateAsync({ email: person.email });
    }
    const { id } = person;
    return does === 'Make owner' || does === 'Remove owner'
      ? setOwner.mutateAsync({ id, isOwner: does === 'Make owner' })
      : setActive.mutateAsync({ id, isActive: does === 'Reactivate' });
  };

  return {
    isPending: [invite, withdraw, setActive, setOwner].some((one) => one.isPending),
    act: async (deed: Deed): Promise<boolean> => {
      try {
        await send(deed);
        toast.success(words[deed.does].done);
        return true;
      } catch (error) {
        toast.error('Nothing was changed', { description: failureOf(error).message });
        return false;
      } finally {
        await refresh();
      }
    },
  };
}
