import { type ComponentType, lazy, useEffect } from 'react';
import type { Api } from '../../api/api.ts';
import type { ReviewProps } from './review.tsx';
import { mayHaveSavedRegistrations } from './waiting/saved-state.ts';

const LOAD_LATE_PARTS_AFTER_MS = 2000;

export const loadDelivery = () => import('./waiting/delivery.ts');

/** Loads the code only when something may be saved, because few visitors register offline. */
export async function startDeliveryIfSaved(send: Api['send']): Promise<void> {
  if (!(await mayHaveSavedRegistrations())) return;
  const { startDelivery } = await loadDelivery();
  await startDelivery(send.registration);
}

/** The rules of the contract for the form. */
export const loadFormRules = () => import('@institute/contract/registration-form');

/** Parts that the form needs when it is used. They are loaded once, and again after a failure. */
export const loadLateParts = () => Promise.allSettled([loadDelivery(), loadFormRules()]);

export function useLateParts(): void {
  useEffect(() => {
    const timer = setTimeout(loadLateParts, LOAD_LATE_PARTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

export const WaitingRegistration = lazy(async () => ({
  default: (await loadDelivery()).WaitingRegistration,
}));

/**
 * The review of the answers. It renders nothing when its code cannot be loaded, because the form can be
 * posted without it.
 */
export const Review = lazy<ComponentType<ReviewProps>>(() =>
  loadDelivery().then(
    ({ Review }) => ({ default: Review }),
    () => ({ default: () => null }),
  ),
);

/** Shows nothing when it cannot be loaded: the program's page says the same. */
export const WillNeed = lazy<ComponentType<{ id: string }>>(() =>
  import('./will-need.tsx').then(
    ({ WillNeed }) => ({ default: WillNeed }),
    () => ({ default: () => null }),
  ),
);
