import { type DocumentState, refusalReasonTexts } from '@institute/contract/applicant-documents.constants';
import { askTimeNames, isAskNeeded } from '@institute/contract/asks.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import type { BadgeTone } from '@institute/ui/badge.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { countItems } from '../../ui/count-items.ts';

type DocumentsAnswer = AdminAnswers['documents']['list'];
export type DocumentItem = DocumentsAnswer['items'][number];
type DocumentStateCounts = Pick<DocumentsAnswer, 'asked' | 'given' | 'toLookAt' | 'refused'>;

/** "3 of 5 given, 1 to look at". */
export const describeCounts = ({ asked, given, toLookAt, refused }: DocumentStateCounts): string =>
  [
    asked > 0 ? `${given} of ${asked} given` : 'Nothing is asked any more',
    toLookAt > 0 && `${toLookAt} to look at`,
    refused > 0 && `${refused} refused`,
  ]
    .filter(Boolean)
    .join(', ');

export const isDocumentToLookAt = ({ kind, state }: Pick<DocumentItem, 'kind' | 'state'>): boolean =>
  kind === 'document' && state === 'sent';

/** Documents with pages, which can be looked at. */
export const listDocumentsWithPages = (items: readonly DocumentItem[]): DocumentItem[] =>
  items.filter(({ kind, pages }) => kind === 'document' && pages.length > 0);

/** The next document after this one that nobody has looked at, from the first again after the last. */
export function findNextDocumentToLookAt(
  items: readonly DocumentItem[],
  ask: string,
): DocumentItem | undefined {
  const viewableDocuments = listDocumentsWithPages(items);
  const documentIndex = viewableDocuments.findIndex((one) => one.ask === ask);
  return [
    ...viewableDocuments.slice(documentIndex + 1),
    ...viewableDocuments.slice(0, Math.max(0, documentIndex)),
  ].find(isDocumentToLookAt);
}

const documentStateBadges: Record<DocumentState, { words: string; tone: BadgeTone }> = {
  missing: { words: 'Missing', tone: 'sun' },
  sent: { words: 'To look at', tone: 'sky' },
  accepted: { words: 'Accepted', tone: 'green' },
  refused: { words: 'Refused', tone: 'clay' },
};

export function describeState(item: Pick<DocumentItem, 'kind' | 'state' | 'needed'>) {
  if (item.state === 'missing' && !isAskNeeded(item)) return { words: 'Not given', tone: 'neutral' as const };
  if (item.state === 'sent' && !isDocumentToLookAt(item))
    return { words: 'Answered', tone: 'neutral' as const };
  return documentStateBadges[item.state];
}

/** When it is needed, how many pages were given, and who said what of it. */
export function listDocumentFacts(item: DocumentItem): string[] {
  const { isAsked, needed, pages, state, decidedBy, decidedAt, originalSeen } = item;
  const isOriginalSeen = originalSeen !== null;
  return [
    ...(isAsked ? [capitalise(askTimeNames[needed])] : []),
    ...(pages.length > 0 ? [countItems(pages.length, 'page')] : []),
    ...(isOriginalSeen ? [`Original seen by ${originalSeen.by}, ${formatDateTime(originalSeen.at)}`] : []),
    // An original that was seen is accepted by that
    ...(decidedAt && decidedAt !== originalSeen?.at
      ? [`${describeState({ ...item, state }).words} by ${decidedBy}, ${formatDateTime(decidedAt)}`]
      : []),
  ];
}

/** As the applicant read it. */
export const describeRefusal = ({ state, reason, words }: DocumentItem): string | null =>
  state === 'refused' && reason ? [`${refusalReasonTexts[reason]}.`, words].filter(Boolean).join(' ') : null;
