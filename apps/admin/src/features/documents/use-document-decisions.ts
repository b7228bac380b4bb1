import type { DocumentDecision } from '@institute/contract';
import { undoSeconds } from '@institute/contract/registrations.constants';
import { toast } from '@institute/ui/toast.ts';
import { admin, toApiFailure } from '../../api/admin.ts';
import { formatFailure, useRefreshQueries } from '../../api/use-change.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import type { DocumentItem } from './document-words.ts';

export type Verdict = Pick<DocumentDecision, 'verdict' | 'reason' | 'words'>;

/** Decides on the version that is shown. `onUndone` gets the document that is to be looked at again. */
export function useDocumentDecisions(id: number, onUndone: (ask: string) => void) {
  const { mutateAsync: decide, isPending } = admin.documents.decide.useMutation();
  const { mutateAsync: undo } = admin.documents.undo.useMutation();
  const describeNotification = useDescribeNotification();
  const refreshShownQueries = useRefreshQueries();
  const { documents } = admin.useUtils();
  /** At once, because the next press may come before the list is loaded again. */
  const changeDocumentInCache = (ask: string, change: Pick<DocumentItem, 'state' | 'version'>) =>
    documents.list.setData(
      { id },
      (known) =>
        known && {
          ...known,
          items: known.items.map((one) => (one.ask === ask ? { ...one, ...change } : one)),
        },
    );

  const undoDecision = async (ask: string, version: number) => {
    try {
      const undoneDecision = await undo({ id, ask, version });
      changeDocumentInCache(ask, { state: 'sent', version: undoneDecision.version });
      toast.success('Undone');
      onUndone(ask);
    } catch (error) {
      toast.error('Nothing was undone', { description: toApiFailure(error).message });
    }
  };
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
