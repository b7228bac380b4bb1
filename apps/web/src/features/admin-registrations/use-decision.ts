import type { RegistrationStatus } from '@institute/contract/constants';
import { useEffect, useState } from 'react';
import { type KeptForm, keepForm } from '../../admin-ui/form/kept-form.ts';
import { type AdminAnswers, admin, failureOf, session } from '../../api/admin.ts';
import { useUser } from '../../api/admin-user.ts';
import { toast } from '../../ui/toast.ts';

/** What a decision is called among the forms that outlive a sign-in. */
export const DECISION = 'registration decision';

export type Decision = { status: RegistrationStatus; note: string };
type Opened = AdminAnswers['registrations']['get'];

/** Holds what is decided about a registration and sends it, over nobody's head. */
export function useDecision({ view, tag, history, ...rest }: Opened, kept: KeptForm | null) {
  const user = useUser();
  const utils = admin.useUtils();
  const { mutateAsync: decide, isPending: isSaving } = admin.registrations.decide.useMutation();
  const stored: Decision = { status: view.status, note: view.note ?? '' };
  const [typed, setTyped] = useState<Decision>({ ...stored, ...kept?.values });
  const [isContested, setContested] = useState(false);
  const isChanged = typed.status !== stored.status || typed.note.trim() !== stored.note;
  const { id } = view;

  useEffect(() => {
    if (!isChanged) return;
    // the page goes because the session has ended: what was typed is offered again after signing in
    const keep = () => {
      if (session.read()) return;
      keepForm({ resource: DECISION, email: user.email, id, tag, values: typed });
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      // signing out takes the form away without leaving the page
      keep();
    };
  }, [isChanged, user.email, id, tag, typed]);

  const save = async () => {
    try {
      const saved = await decide({ id, ifMatch: tag, ...typed });
      utils.registrations.get.setData({ id }, { ...rest, ...saved });
      setTyped({ status: saved.view.status, note: saved.view.note ?? '' });
      setContested(false);
      toast.success('Registration updated successfully');
    } catch (error) {
      const failure = failureOf(error);
      setContested(failure.code === 'PRECONDITION_FAILED');
      if (failure.code === 'PRECONDITION_FAILED') await utils.registrations.get.refetch({ id });
      else toast.error('Failed to save registration', { description: failure.message });
    }
    await utils.registrations.list.invalidate();
  };

  return {
    typed,
    change: (part: Partial<Decision>) => setTyped({ ...typed, ...part }),
    isChanged,
    isSaving,
    save,
    /** Who was faster, when it was somebody. */
    contested: isContested ? (history[0] ?? null) : null,
  };
}
