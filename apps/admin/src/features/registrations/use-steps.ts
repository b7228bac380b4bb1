import type { DeskQuery } from '@institute/contract';
import { toast } from '@institute/ui/toast.ts';
import { useEffect, useState } from 'react';
import { admin, failureOf } from '../../api/admin.ts';
import type { KeptForm } from '../../forms/kept-form.ts';

/** The open registration; `kept` is a decision that was typed before the session ended. */
export type ShownRegistration = { id: number; firstName?: string; lastName?: string; kept?: KeptForm };

export type Step = 1 | -1;

/** Goes to another registration; asks first when something is typed. */
type Leave = (go: () => void) => void;

/** What leads away from the open registration; null once another one is shown, or none. */
export type Leaving = () => Leave | null;

/**
 * Leads from the open registration to the next or the previous one of the list, also to those of other pages. Reads
 * the list again at each step, because what was just decided may have left it. Calls `leaving` after the answer: until
 * then the dialog may close, or somebody may type.
 */
export function useSteps(query: DeskQuery, onShow: (next: ShownRegistration) => void) {
  const { registrations } = admin.useUtils();
  /** Place in the whole list; null when it was not opened from the list. */
  const [place, setPlace] = useState<number | null>(null);

  const step = async (from: ShownRegistration, by: Step, leaving: Leaving) => {
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
      toast.error('Failed to load the list', { description: failureOf(error).message });
    }
  };
  return { startAt: setPlace, step: place === null ? undefined : step };
}

const typing = 'input, textarea, select, [contenteditable]';

/** `j` leads to the next and `k` to the previous one, unless somebody types. */
export function useStepKeys(isOn: boolean, onStep: (by: Step) => void): void {
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(typing)) return;
      if (key !== 'j' && key !== 'k') return;
      event.preventDefault();
      onStep(key === 'j' ? 1 : -1);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
