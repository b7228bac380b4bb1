import type { RegistrationListQuery } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { useRef, useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import type { DeviceForm } from '../../forms/device-form.ts';

/** `kept` is a decision that was typed before the session ended. */
export type ShownRegistration = { id: number; firstName?: string; lastName?: string; kept?: DeviceForm };

export type Step = 1 | -1;

export type LeaveStep = (go: () => void) => void;

/** Null when another registration is shown, or none. */
export type LeaveCheck = () => LeaveStep | null;

/**
 * Opens the next or the previous registration of the list, across pages. Loads the list at each step, because
 * a decision may remove a row. Calls `findLeave` after the answer, because the dialog may close meanwhile.
 */
export function useSteps(query: RegistrationListQuery, onShow: (next: ShownRegistration) => void) {
  const { registrations } = admin.useUtils();
  /** Index in the whole list. Null when the registration was not opened from the list. */
  const [place, setPlace] = useState<number | null>(null);

  const leaving = useRef<LeaveStep>(null);

  const goToNeighbour = async (
    from: ShownRegistration,
    by: Step,
    findLeave: LeaveCheck,
    { isQuiet = false } = {},
  ) => {
    if (place === null) return;
    const isFirst = by === -1 && place === 0;
    const part = by === 1 ? { offset: place, limit: 2 } : { offset: place - 1, limit: 1 };
    try {
      const { items = [] } = isFirst ? {} : await registrations.list.fetch({ ...query, ...part });
      const leave = findLeave();
      if (!leave) return;
      const next = items.find(({ id }) => id !== from.id);
      if (!next) {
        if (isQuiet) return;
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
      if (!findLeave()) return;
      toast.error('Failed to load the list', { description: toApiFailure(error).message });
    }
  };
  /** From the list beside the sheet, where something may be typed. */
  const openAt = (row: ShownRegistration, at: number | null) => {
    const openRow = () => {
      setPlace(at);
      onShow(row);
    };
    if (leaving.current) leaving.current(openRow);
    else openRow();
  };
  return { startAt: setPlace, openAt, leaving, step: place === null ? undefined : goToNeighbour };
}
