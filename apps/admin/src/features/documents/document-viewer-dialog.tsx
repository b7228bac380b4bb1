import { type RefusalReason, refusalReasons } from '@institute/contract/applicant-documents.constants';
import { Badge } from '@institute/ui/badge.tsx';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { Dialog } from '@institute/ui/dialog.tsx';
import { useOneAtATime } from '@institute/ui/one-at-a-time.ts';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  Keyboard,
  type LucideIcon,
  RotateCw,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useState } from 'react';
import { KeysDialog } from '../../ui/keys-dialog.tsx';
import { useDialogKeys } from '../../ui/use-dialog-keys.ts';
import {
  type DocumentItem,
  describeRefusal,
  describeState,
  findNextDocumentToLookAt,
} from './document-words.ts';
import { PagePreview, type PageTurnsAndZoom } from './page-preview.tsx';
import { RefusalDialog, RefusalMenu, reasonNames } from './refusal-menu.tsx';
import { useDocumentDecisions, type Verdict } from './use-document-decisions.ts';

type ViewerProps = {
  /** The registration's. */
  id: number;
  name: string;
  /** Documents with pages. */
  items: readonly DocumentItem[];
  /** The ask of the shown one. */
  shown: string;
  /** Null closes the dialog. */
  onShow: (ask: string | null) => void;
};

/** Shows the pages of an applicant's documents, and takes what the office says of them. */
export function DocumentViewer({ id, name, items, shown, onShow }: ViewerProps) {
  const documentIndex = items.findIndex(({ ask }) => ask === shown);
  const shownDocument = items[documentIndex];
  const [view, setView] = useState(firstPageView);
  const showDocument = (ask: string | null) => {
    setView(firstPageView);
    onShow(ask);
  };
  const { decide, isPending, readItems } = useDocumentDecisions(id, showDocument);
  const [isWriting, setWriting] = useState(false);
  const [areKeysShown, setKeysShown] = useState(false);
  const lastPageIndex = (shownDocument?.pages.length ?? 0) - 1;
  const pageIndex = Math.min(view.at, lastPageIndex);
  const shownPage = shownDocument?.pages[pageIndex];

  const showPage = (at: number) => {
    if (shownDocument?.pages[at]) setView({ ...firstPageView, at });
  };
  const changePageLook = (change: Partial<PageTurnsAndZoom>) => setView({ ...view, ...change });
  const showNeighbour = (by: 1 | -1) => {
    const neighbourDocument = items[documentIndex + by];
    if (neighbourDocument) showDocument(neighbourDocument.ask);
  };
  const decideShownDocument = useOneAtATime(async (verdict: Verdict) => {
    if (!shownDocument) return;
    if (await decide(shownDocument, verdict)) {
      setWriting(false);
      showDocument(findNextDocumentToLookAt(readItems(), shownDocument.ask)?.ask ?? null);
    }
  });
  const acceptShownDocument = () => void decideShownDocument({ verdict: 'accepted' });
  const refuseShownDocument = (reason: RefusalReason) =>
    reason === 'other' ? setWriting(true) : void decideShownDocument({ verdict: 'refused', reason });
  const viewerSteps: ViewerStep[] = [
    {
      label: 'Previous document',
      key: 'k',
      Icon: ChevronsLeft,
      isOff: documentIndex <= 0,
      run: () => showNeighbour(-1),
    },
    {
      label: 'Next document',
      key: 'j',
      Icon: ChevronsRight,
      isOff: documentIndex >= items.length - 1,
      run: () => showNeighbour(1),
    },
    {
      label: 'Previous page',
      key: 'ArrowLeft',
      Icon: ChevronLeft,
      isOff: pageIndex === 0,
      run: () => showPage(pageIndex - 1),
    },
    {
      label: 'Next page',
      key: 'ArrowRight',
      Icon: ChevronRight,
      isOff: pageIndex >= lastPageIndex,
      run: () => showPage(pageIndex + 1),
    },
    {
      label: 'Turn',
      key: 't',
      Icon: RotateCw,
      run: () => changePageLook({ turns: (view.turns + 1) % 4 }),
    },
    {
      label: 'Zoom out',
      key: '-',
      Icon: ZoomOut,
      isOff: view.zoom <= 1,
      run: () => changePageLook({ zoom: Math.max(1, view.zoom / ZOOM_STEP) }),
    },
    {
      label: 'Zoom in',
      key: '+',
      Icon: ZoomIn,
      isOff: view.zoom >= LARGEST_ZOOM,
      run: () => changePageLook({ zoom: Math.min(LARGEST_ZOOM, view.zoom * ZOOM_STEP) }),
    },
  ];
  useDialogKeys('[data-viewer]', {
    ...Object.fromEntries(viewerSteps.map(({ key, run }) => [key.toLowerCase(), run])),
    a: acceptShownDocument,
    ...Object.fromEntries(
      refusalReasons.map((reason, index) => [String(index + 1), () => refuseShownDocument(reason)]),
    ),
    '?': () => setKeysShown(true),
  });
  if (!shownDocument || !shownPage) return null;
  const { label, help, pages, isAsked } = shownDocument;
  const { words, tone } = describeState(shownDocument);
  const refusalText = describeRefusal(shownDocument);
  return (
    <Dialog
      size="paper"
      title={label}
      description={[
        name,
        `Document ${documentIndex + 1} of ${items.length}`,
        `Page ${shownPage.position} of ${pages.length}`,
      ].join(' · ')}
      tools={
        <IconButton label="Keys" onClick={() => setKeysShown(true)}>
          <Keyboard aria-hidden />
        </IconButton>
      }
      onOpenAutoFocus={focusDialogItself}
      onClose={() => onShow(null)}
    >
      <div data-viewer className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="flex flex-wrap">
            {viewerSteps.map((step) => (
              <StepButton key={step.key} step={step} />
            ))}
          </div>
          <div className="ml-auto flex gap-2">
            <RefusalMenu
              key={`${shownDocument.ask} ${shownDocument.version}`}
              isPending={isPending}
              onRefuse={refuseShownDocument}
            />
            <Button size="sm" pending={isPending} aria-keyshortcuts="a" onClick={acceptShownDocument}>
              Accept
            </Button>
          </div>
        </div>
        <p className="text-sm wrap-anywhere">
          <Badge tone={tone}>{words}</Badge> {!isAsked && <Badge>No longer asked</Badge>}{' '}
          {[refusalText, help].filter(Boolean).join(' ')}
        </p>
        <PagePreview page={shownPage} label={label} look={view} />
      </div>
      {isWriting && (
        <RefusalDialog
          label={label}
          isPending={isPending}
          onRefuse={(words) => void decideShownDocument({ verdict: 'refused', reason: 'other', words })}
          onClose={() => setWriting(false)}
        />
      )}
      {areKeysShown && (
        <KeysDialog
          keys={[
            ...decisionKeys,
            ...viewerSteps.map(({ key, label: does }) => [nameKey(key), does] as const),
          ]}
          onClose={() => setKeysShown(false)}
        />
      )}
    </Dialog>
  );
}

const firstPageView = { at: 0, turns: 0, zoom: 1 };
const ZOOM_STEP = 1.5;
const LARGEST_ZOOM = 5;

const decisionKeys = [
  ['A', 'Accept'],
  ...refusalReasons.map((reason, at) => [String(at + 1), `Refuse: ${reasonNames[reason]}`] as const),
] as const;

const arrowKeySigns: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→' };
const nameKey = (key: string): string => arrowKeySigns[key] ?? key.toUpperCase();

type ViewerStep = { label: string; key: string; Icon: LucideIcon; isOff?: boolean; run: () => void };

/** Stays in use at its end, because a disabled button would lose the focus. */
const StepButton = ({ step: { label, key, Icon, isOff = false, run } }: { step: ViewerStep }) => (
  <Tooltip label={`${label} (key ${nameKey(key)})`}>
    <IconButton label={label} aria-keyshortcuts={key} aria-disabled={isOff || undefined} onClick={run}>
      <Icon aria-hidden />
    </IconButton>
  </Tooltip>
);

/** Keys work at once, and none presses the first button. */
const focusDialogItself = (event: Event) => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
};
