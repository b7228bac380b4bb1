import type { RegistrationListQuery } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { useEffect, useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import type { DeviceForm } from '../../forms/device-form.ts';

/** `kept` is a decision that was typed before the session ended. */
export type ShownRegistration = { id: number; firstName?: string; lastName?: string; kept?: DeviceForm };

export type Step = 1 | -1;

type LeaveStep = (go: () => void) => void;

/** Null when another registration is shown, or none. */
export type LeaveCheck = () => LeaveStep | null;

/**
 * Opens the next or the previous registration of the list, across pages. Loads the list at each step, because
 * a decision may remove a row. Calls `leaving` after the answer, because the dialog may close meanwhile.
 */
export function useSteps(query: RegistrationListQuery, onShow: (next: ShownRegistration) => void) {
  const { registrations } = admin.useUtils();
  /** Index in the whole list. Null when the registration was not opened from the list. */
  const [place, setPlace] = useState<number | null>(null);

  const goToNeighbour = async (from: ShownRegistration, by: Step, leaving: LeaveCheck) => {
    if (place === null) return;
    const isFirst = by === -1 && place === 0;
    const part = by === 1 ? { offset: place, limit: 2 } : { offset: place - 1, limit: 1 };
    try {
      const { items = [] } = isFirst ? {} : await registrations.list.fetch({ ...query, ...part });
      const leave = leaving();
      if (!leave) return;
      const next = items.find(({ id }) => id !== from.id);
      if (!next) {
        toast.info(
          by === 1
            ? 'This is the last registration of the list'
            : 'This is the first registration of the list',
        );
        return;
      }
      leave(() => {
        setPlace(part.offset + items.indexOf(next));
        onShow(next);
      });
    } catch (error) {
      if (!leaving()) return;
      toast.error('Failed to load the list', { description: toApiFailure(error).message });
    }
  };
  return { startAt: setPlace, step: place === null ? undefined : goToNeighbour };
}

const typingSelector = 'input, textarea, select, [contenteditable], [role=alertdialog]';

/** `j` opens the next and `k` the previous registration, unless the user types or is asked something. */
export function useStepKeys(isOn: boolean, onStep: (by: Step) => void): void {
  useEffect(() => {
    if (!isOn) return;
    const listenToKeys = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(typingSelector)) return;
      if (key !== 'j' && key !== 'k') return;
      event.preventDefault();
      onStep(key === 'j' ? 1 : -1);
    };
    document.addEventListener('keydown', listenToKeys);
    return () => document.removeEventListener('keydown', listenToKeys);
  });
}
