import type { ApiFailure } from '@institute/client/failure';
import type { TrashKind } from '@institute/contract';
import { describeFault } from '@institute/contract/text';
import { toast } from '@institute/ui/toast.ts';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, toApiFailure } from './admin.ts';
import type { ResourceWords } from './resource-words.ts';

export type ChangeTexts<Answer> = {
  /** Title of the toast. */
  done?: string | ((answer: Answer) => string);
  /** Title of the toast. */
  failed: string;
};

/**
 * The message, followed by what is wrong with single fields. For forms that show neither of them at a field.
 */
export const formatFailure = ({ message, details }: Pick<ApiFailure, 'message' | 'details'>): string =>
  [message, ...details.filter((fault) => fault.message !== message).map(describeFault)].join('. ');

/** `onFailure` shows the reason in the page instead of a toast, or undefined when a change begins. */
export function useChange(onFailure?: (text: string | undefined) => void) {
  const refreshQueries = useRefreshQueries();
  return async <Answer>(
    send: () => Promise<Answer>,
    { done, failed }: ChangeTexts<Answer>,
  ): Promise<boolean> => {
    onFailure?.(undefined);
    try {
      const changeAnswer = await send();
      if (done) toast.success(typeof done === 'string' ? done : done(changeAnswer));
    } catch (error) {
      const reason = formatFailure(toApiFailure(error));
      if (onFailure) onFailure(`${failed}. ${reason}`);
      else toast.error(failed, { description: reason });
      return false;
    }
    await refreshQueries();
    return true;
  };
}

/** The failure of the last change stays on the page, next to its button. */
export function useChangeWithOutcome() {
  const [failure, setFailure] = useState<string>();
  const failureOutcome = failure === undefined ? undefined : { isDone: false, text: failure };
  return { change: useChange(setFailure), outcome: failureOutcome };
}

/** Waits for the fetches that a change has started. */
export function useRefreshQueries() {
  const queryCache = useQueryClient();
  const isQueryInvalidated = ({ state }: Query) => state.isInvalidated;
  return () =>
    queryCache.refetchQueries({ type: 'active', predicate: isQueryInvalidated }, { cancelRefetch: false });
}

export function useRestore() {
  const refreshShownQueries = useRefreshQueries();
  const { mutateAsync, isPending } = admin.trash.restore.useMutation();
  const restoreItem = async (
    item: { kind: TrashKind; id: number },
    words: Pick<ResourceWords, 'restored' | 'restoreFailed'>,
    /** Called when the item has left the trash, by this call or an earlier one. */
    onGone?: () => void,
  ) => {
    try {
      await mutateAsync(item);
      toast.success(words.restored);
      onGone?.();
    } catch (error) {
      toast.error(words.restoreFailed, { description: toApiFailure(error).message });
      if (toApiFailure(error).code === 'NOT_FOUND') onGone?.();
    }
    await refreshShownQueries();
  };
  return { restore: restoreItem, isPending };
}
