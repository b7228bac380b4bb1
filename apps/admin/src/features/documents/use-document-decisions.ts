import type { DocumentDecision } from '@institute/contract';
import { undoSeconds } from '@institute/contract/registrations.constants';
import { toast } from '@institute/ui/toast.ts';
import { admin, toApiFailure } from '../../api/admin.ts';
import { formatFailure, useChange, useRefreshQueries } from '../../api/use-change.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import type { DocumentItem } from './document-words.ts';

export type Verdict = Pick<DocumentDecision, 'verdict' | 'reason' | 'words'>;

/** Decides on the version that is shown. `onUndone` gets the document that is to be looked at again. */
export function useDocumentDecisions(id: number, onUndone: (ask: string) => void) {
  const { mutateAsync: decide, isPending } = admin.documents.decide.useMutation();
  const { mutateAsync: undo } = admin.documents.undo.useMutation();
  const describeNotification = useDescribeNotification();
  const change = useChange();
  const refreshShownQueries = useRefreshQueries();
  const { documents } = admin.useUtils();
  /** At once, because the next press may come before the list is loaded again. */
  const changeDocumentInCache = (ask: string, changed: Pick<DocumentItem, 'state' | 'version'>) =>
    documents.list.setData(
      { id },
      (known) =>
        known && {
          ...known,
          items: known.items.map((one) => (one.ask === ask ? { ...one, ...changed } : one)),
        },
    );

  const undoDecision = (ask: string, version: number) =>
    change(
      async () => {
        changeDocumentInCache(ask, { state: 'sent', ...(await undo({ id, ask, version })) });
        onUndone(ask);
      },
      { done: 'Undone', failed: 'Nothing was undone' },
    );
  const decideDocument = async (
    { ask, label, version }: DocumentItem,
    verdict: Verdict,
  ): Promise<boolean> => {
    const isRefused = verdict.verdict === 'refused';
    try {
      const savedDecision = await decide({ id, ask, version: version ?? 0, ...verdict });
      changeDocumentInCache(ask, { state: verdict.verdict, version: savedDecision.version });
      toast.success(isRefused ? 'Refused' : 'Accepted', {
        description: isRefused
          ? `${label}. ${describeNotification(`The applicant is told in ${undoSeconds} seconds`)}`
          : label,
        action: { label: 'Undo', onPress: () => void undoDecision(ask, savedDecision.version) },
        endsAfterMs: undoSeconds * 1000,
      });
      return true;
    } catch (error) {
      toast.error('It was not decided', { description: formatFailure(toApiFailure(error)) });
      // Perhaps a newer page has come
      await refreshShownQueries();
      return false;
    }
  };
  return {
    decide: decideDocument,
    isPending,
    readItems: () => documents.list.getData({ id })?.items ?? [],
  };
}
