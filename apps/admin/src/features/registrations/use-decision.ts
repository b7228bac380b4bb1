import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin, failureOf } from '../../api/admin.ts';

export type Decision = { status: RegistrationStatus; note: string };
type Opened = AdminAnswers['registrations']['get'];

export function useDecision(
  { view, tag, history, ...rest }: Opened,
  kept: { decision: Decision; tag: string | undefined } | undefined,
  onSaved: (id: number) => void,
) {
  const utils = admin.useUtils();
  const { mutateAsync: decide, isPending: isSaving } = admin.registrations.decide.useMutation();
  const stored: Decision = { status: view.status, note: view.note ?? '' };
  const [typed, setTyped] = useState(kept?.decision ?? stored);
  /**
   * The version that was edited. A newer one may be loaded, and a save must not overwrite it without asking.
   */
  const [editedTag, setEditedTag] = useState(kept?.tag ?? tag);
  const [isConflict, setConflict] = useState(false);
  const isChanged = typed.status !== stored.status || typed.note.trim() !== stored.note;
  const { id } = view;

  const save = async (decision = typed): Promise<boolean> => {
    let isSaved = false;
    try {
      const { nextInLine, ...saved } = await decide({ id, ifMatch: editedTag, ...decision });
      utils.registrations.get.setData({ id }, { ...rest, ...saved });
      setTyped({ status: saved.view.status, note: saved.view.note ?? '' });
      setEditedTag(saved.tag);
      setConflict(false);
      onSaved(id);
      isSaved = true;
      toast.success('Registration updated successfully', {
        ...(nextInLine && {
          description: `A seat is free in ${nextInLine.intake}. ${nextInLine.name} is first on the waiting list.`,
        }),
      });
    } catch (error) {
      const failure = failureOf(error);
      const isOutdated = failure.code === 'PRECONDITION_FAILED';
      // The warning names the newest change, and a save after it needs that change's tag.
      if (isOutdated) {
        await utils.registrations.get.refetch({ id });
        setEditedTag(utils.registrations.get.getData({ id })?.tag ?? editedTag);
      } else
        toast.error('Failed to save registration', {
          description: failure.message,
          ...(failure.code === 'NO_SEATS_LEFT' && {
            action: {
              label: 'Put on the waiting list',
              onPress: () => void save({ ...decision, status: 'waiting' }),
            },
          }),
        });
      setConflict(isOutdated);
    }
    await utils.registrations.list.invalidate();
    return isSaved;
  };

  return {
    typed,
    tag: editedTag,
    restore: (decision: Decision, editedThen: string | undefined) => {
      setTyped(decision);
      setEditedTag(editedThen ?? tag);
    },
    change: (part: Partial<Decision>) => setTyped({ ...typed, ...part }),
    isChanged,
    isSaving,
    save,
    conflict: isConflict ? (history[0] ?? null) : null,
  };
}
