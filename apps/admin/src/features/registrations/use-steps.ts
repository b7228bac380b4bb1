import type { RegistrationListQuery } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { useRef, useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import type { DeviceForm } from '../../forms/device-form.ts';

/** `kept` is a decision that was typed before the session ended. */
export type ShownRegistration = { id: number; firstName?: string; lastName?: string; kept?: DeviceForm };

export type StepDirection = 1 | -1;

export type LeaveFunction = (go: () => void) => void;

/**
 * Finds the function that asks before the dialog is left. Null when the dialog has closed or shows another
 * registration.
 */
export type FindLeaveFunction = () => LeaveFunction | null;

/**
 * Opens the next or the previous registration of the list, across pages. Loads the list at each step, because
 * a decision may remove a row. Calls `findLeave` after the answer, because the dialog may close meanwhile.
 */
export function useNeighbourSteps(query: RegistrationListQuery, onShow: (next: ShownRegistration) => void) {
  const { registrations } = admin.useUtils();
  /** Index in the whole list. Null when the registration was not opened from the list. */
  const [place, setPlace] = useState<number | null>(null);

  const leaveFunctionRef = useRef<LeaveFunction>(null);

  const showNeighbour = async (
    from: ShownRegistration,
    by: StepDirection,
    findLeave: FindLeaveFunction,
    { isQuiet = false } = {},
  ) => {
    if (place === null) return;
    const isStepBeforeFirst = by === -1 && place === 0;
    const neighbourPageQuery = by === 1 ? { offset: place, limit: 2 } : { offset: place - 1, limit: 1 };
    try {
      const { items = [] } = isStepBeforeFirst
        ? {}
        : await registrations.list.fetch({ ...query, ...neighbourPageQuery });
      const askBeforeLeaving = findLeave();
      if (!askBeforeLeaving) return;
      const neighbour = items.find(({ id }) => id !== from.id);
      if (!neighbour) {
        if (isQuiet) return;
        toast.info(
          by === 1
            ? 'This is the last registration of the list'
            : 'This is the first registration of the list',
        );
        return;
      }
      askBeforeLeaving(() => {
        setPlace(neighbourPageQuery.offset + items.indexOf(neighbour));
        onShow(neighbour);
      });
    } catch (error) {
      if (!findLeave()) return;
      toast.error('Failed to load the list', { description: toApiFailure(error).message });
    }
  };
  /** Opens a row of the list beside the sheet, where somebody may have typed. */
  const openRowAt = (row: ShownRegistration, at: number | null) => {
    const showRow = () => {
      setPlace(at);
      onShow(row);
    };
    if (leaveFunctionRef.current) leaveFunctionRef.current(showRow);
    else showRow();
  };
  return {
    startAt: setPlace,
    openAt: openRowAt,
    leaving: leaveFunctionRef,
    step: place === null ? undefined : showNeighbour,
  };
}
