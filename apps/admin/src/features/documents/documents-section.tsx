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
  isToLookAt,
  listFacts,
  listViewable,
} from './document-words.ts';
import { PhotographButton } from './photograph-button.tsx';

type DocumentsSectionProps = { registrationId: number; name: string };

/** What one applicant was asked and gave. Nothing where nothing is asked, and before it is loaded. */
export function DocumentsSection({ registrationId: id, name }: DocumentsSectionProps) {
  const isSeen = useMaySee()(needs.documents);
  const query = admin.documents.list.useQuery({ id }, { enabled: isSeen });
  if (!isSeen || (!query.error && !query.data?.items.length)) return null;
  return (
    <FramedSection title="Documents">
      <Loading query={query} failed="The documents could not be loaded" skeleton={null}>
        {(documents) => <Checklist id={id} name={name} documents={documents} />}
      </Loading>
    </FramedSection>
  );
}

type ChecklistProps = { id: number; name: string; documents: AdminAnswers['documents']['list'] };

function Checklist({ id, name, documents }: ChecklistProps) {
  const { items, toLookAt } = documents;
  const viewable = listViewable(items);
  const first = viewable.find(isToLookAt);
  const [shown, setShown] = useState<string | null>(null);
  const showFirst = () => first && setShown(first.ask);
  useSheetKeys({ d: () => showFirst() });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-muted">{describeCounts(documents)}</p>
        {first && (
          <Button size="sm" className="print:hidden" aria-keyshortcuts="d" onClick={showFirst}>
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
      {shown !== null && viewable.some(({ ask }) => ask === shown) && (
        <DocumentViewer id={id} name={name} items={viewable} shown={shown} onShow={setShown} />
      )}
    </>
  );
}

type ItemProps = { id: number; item: DocumentItem; onShow: () => void };

function ChecklistItem({ id, item, onShow }: ItemProps) {
  const { label, isAsked, kind, pages, originalSeen } = item;
  const { words, tone } = describeState(item);
  const refusal = describeRefusal(item);
  const isDocument = kind === 'document';
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-medium wrap-anywhere">
          {label} <Badge tone={tone}>{words}</Badge> {!isAsked && <Badge>No longer asked</Badge>}
        </p>
        <Answer item={item} />
        <p className="text-sm wrap-anywhere text-muted">{listFacts(item).join(' · ')}</p>
        {refusal && <p className="text-sm wrap-anywhere">{refusal}</p>}
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

function Answer({ item: { kind, state, answer } }: Pick<ItemProps, 'item'>) {
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
  const change = useChange();
  const isSeen = originalSeen !== null;
  const noteSeen = () =>
    change(() => mutateAsync({ id, ask, isSeen: !isSeen }), {
      done: isSeen ? 'The original counts as not seen' : 'Original seen',
      failed: 'It was not noted',
    });
  return (
    <Button
      size="sm"
      variant="outline"
      pending={isPending}
      aria-label={`${isSeen ? 'Original not seen' : 'Original seen'}: ${label}`}
      onClick={() => void noteSeen()}
    >
      {isSeen ? 'Original Not Seen' : 'Original Seen'}
    </Button>
  );
}
