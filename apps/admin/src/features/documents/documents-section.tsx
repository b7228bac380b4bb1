import { documentLimits } from '@institute/contract/applicant-documents.constants';
import { needs } from '@institute/contract/rights.constants';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChange } from '../../api/use-change.ts';
import { countItems } from '../../ui/count-items.ts';
import { Loading } from '../../ui/load-error.tsx';
import { FramedSection } from '../../ui/titled-section.tsx';
import { useSheetKeys } from '../../ui/use-dialog-keys.ts';
import { DocumentViewer } from './document-viewer-dialog.tsx';
import {
  type DocumentItem,
  describeCounts,
  describeRefusal,
  describeState,
  isDocumentToLookAt,
  listDocumentFacts,
  listDocumentsWithPages,
} from './document-words.ts';
import { PhotographButton } from './photograph-button.tsx';

type DocumentsSectionProps = { registrationId: number; name: string };

/** What one applicant was asked and gave. Nothing where nothing is asked, and before it is loaded. */
export function DocumentsSection({ registrationId: id, name }: DocumentsSectionProps) {
  const maySeeDocuments = useMaySee()(needs.documents);
  const documentsQuery = admin.documents.list.useQuery({ id }, { enabled: maySeeDocuments });
  if (!maySeeDocuments || (!documentsQuery.error && !documentsQuery.data?.items.length)) return null;
  return (
    <FramedSection title="Documents">
      <Loading query={documentsQuery} failed="The documents could not be loaded" skeleton={null}>
        {(documents) => <DocumentChecklist id={id} name={name} documents={documents} />}
      </Loading>
    </FramedSection>
  );
}

type ChecklistProps = { id: number; name: string; documents: AdminAnswers['documents']['list'] };

function DocumentChecklist({ id, name, documents }: ChecklistProps) {
  const { items, toLookAt } = documents;
  const viewableDocuments = listDocumentsWithPages(items);
  const firstDocumentToLookAt = viewableDocuments.find(isDocumentToLookAt);
  const [shown, setShown] = useState<string | null>(null);
  const showFirstDocument = () => firstDocumentToLookAt && setShown(firstDocumentToLookAt.ask);
  useSheetKeys({ d: () => showFirstDocument() });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-muted">{describeCounts(documents)}</p>
        {firstDocumentToLookAt && (
          <Button size="sm" className="print:hidden" aria-keyshortcuts="d" onClick={showFirstDocument}>
            <Eye aria-hidden />
            Look at {countItems(toLookAt, 'document')}
          </Button>
        )}
      </div>
      <ul aria-label="Documents" className="divide-y divide-line">
        {items.map((item) => (
          <ChecklistItem
            key={`${item.ask} ${item.isAsked}`}
            id={id}
            item={item}
            onShow={() => setShown(item.ask)}
          />
        ))}
      </ul>
      {shown !== null && viewableDocuments.some(({ ask }) => ask === shown) && (
        <DocumentViewer id={id} name={name} items={viewableDocuments} shown={shown} onShow={setShown} />
      )}
    </>
  );
}

type ItemProps = { id: number; item: DocumentItem; onShow: () => void };

function ChecklistItem({ id, item, onShow }: ItemProps) {
  const { label, isAsked, kind, pages, originalSeen } = item;
  const { words, tone } = describeState(item);
  const refusalText = describeRefusal(item);
  const isDocument = kind === 'document';
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-medium wrap-anywhere">
          {label} <Badge tone={tone}>{words}</Badge> {!isAsked && <Badge>No longer asked</Badge>}
        </p>
        <ApplicantAnswer item={item} />
        <p className="text-sm wrap-anywhere text-muted">{listDocumentFacts(item).join(' · ')}</p>
        {refusalText && <p className="text-sm wrap-anywhere">{refusalText}</p>}
      </div>
      {isDocument && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {pages.length > 0 && (
            <Button size="sm" variant="outline" aria-label={`View ${label}`} onClick={onShow}>
              View
            </Button>
          )}
          {(isAsked || originalSeen) && <OriginalButton id={id} item={item} />}
          {isAsked && pages.length < documentLimits.pages && <PhotographButton id={id} item={item} />}
        </div>
      )}
    </li>
  );
}

function ApplicantAnswer({ item: { kind, state, answer } }: Pick<ItemProps, 'item'>) {
  if (kind === 'document' || state === 'missing') return null;
  if (answer !== null) return <p className="wrap-anywhere whitespace-pre-line">{answer}</p>;
  return (
    <p className="flex items-center gap-2 text-muted">
      <EyeOff className="size-5 shrink-0" strokeWidth={1.75} aria-hidden />
      Hidden: only who may read health information sees it.
    </p>
  );
}

function OriginalButton({ id, item: { ask, label, originalSeen } }: Pick<ItemProps, 'id' | 'item'>) {
  const { mutateAsync, isPending } = admin.documents.seen.useMutation();
  const runChange = useChange();
  const isSeen = originalSeen !== null;
  const noteOriginalSeen = () =>
    runChange(() => mutateAsync({ id, ask, isSeen: !isSeen }), {
      done: isSeen ? 'The original counts as not seen' : 'Original seen',
      failed: 'It was not noted',
    });
  return (
    <Button
      size="sm"
      variant="outline"
      pending={isPending}
      aria-label={`${isSeen ? 'Original not seen' : 'Original seen'}: ${label}`}
      onClick={() => void noteOriginalSeen()}
    >
      {isSeen ? 'Original Not Seen' : 'Original Seen'}
    </Button>
  );
}
