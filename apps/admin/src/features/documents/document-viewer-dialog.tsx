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
import { type DocumentItem, describeRefusal, describeState, findNextToLookAt } from './document-words.ts';
import { type PageLook, PagePreview } from './page-preview.tsx';
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
  const place = items.findIndex(({ ask }) => ask === shown);
  const item = items[place];
  const { decide, isPending, readItems } = useDocumentDecisions(id, onShow);
  const [isWriting, setWriting] = useState(false);
  const [areKeysShown, setKeysShown] = useState(false);
  const [{ pageOf, at, ...look }, setView] = useState({ pageOf: shown, ...firstPage });
  // Another document begins at its first page
  const isNew = pageOf !== shown;
  const page = item?.pages[isNew ? 0 : Math.min(at, item.pages.length - 1)];
  const shownLook = isNew ? firstPage : look;

  const showPage = (next: number) => {
    if (item?.pages[next]) setView({ pageOf: shown, ...firstPage, at: next });
  };
  const changeLook = (change: Partial<PageLook>) =>
    setView({ pageOf: shown, at: isNew ? 0 : at, turns: shownLook.turns, zoom: shownLook.zoom, ...change });
  const showDocument = (by: 1 | -1) => {
    const next = items[place + by];
    if (next) onShow(next.ask);
  };
  const decideShown = useOneAtATime(async (verdict: Verdict) => {
    if (!item) return;
    if (await decide(item, verdict)) {
      setWriting(false);
      onShow(findNextToLookAt(readItems(), item.ask)?.ask ?? null);
    }
  });
  const acceptShown = () => void decideShown({ verdict: 'accepted' });
  const refuseShown = (reason: RefusalReason) =>
    reason === 'other' ? setWriting(true) : void decideShown({ verdict: 'refused', reason });
  const pageAt = page ? page.position - 1 : 0;
  const steps: Step[] = [
    {
      label: 'Previous document',
      key: 'k',
      Icon: ChevronsLeft,
      isOff: place <= 0,
      run: () => showDocument(-1),
    },
    {
      label: 'Next document',
      key: 'j',
      Icon: ChevronsRight,
      isOff: place >= items.length - 1,
      run: () => showDocument(1),
    },
    {
      label: 'Previous page',
      key: 'ArrowLeft',
      Icon: ChevronLeft,
      isOff: pageAt === 0,
      run: () => showPage(pageAt - 1),
    },
    {
      label: 'Next page',
      key: 'ArrowRight',
      Icon: ChevronRight,
      isOff: pageAt >= (item?.pages.length ?? 0) - 1,
      run: () => showPage(pageAt + 1),
    },
    { label: 'Turn', key: 't', Icon: RotateCw, run: () => changeLook({ turns: (shownLook.turns + 1) % 4 }) },
    {
      label: 'Zoom out',
      key: '-',
      Icon: ZoomOut,
      isOff: shownLook.zoom <= 1,
      run: () => changeLook({ zoom: Math.max(1, shownLook.zoom / ZOOM_STEP) }),
    },
    {
      label: 'Zoom in',
      key: '+',
      Icon: ZoomIn,
      isOff: shownLook.zoom >= LARGEST_ZOOM,
      run: () => changeLook({ zoom: Math.min(LARGEST_ZOOM, shownLook.zoom * ZOOM_STEP) }),
    },
  ];
  useDialogKeys('[data-viewer]', {
    ...Object.fromEntries(steps.map(({ key, run }) => [key.toLowerCase(), run])),
    a: acceptShown,
    ...Object.fromEntries(
      refusalReasons.map((reason, index) => [String(index + 1), () => refuseShown(reason)]),
    ),
    '?': () => setKeysShown(true),
  });
  if (!item || !page) return null;
  const { label, help, pages, isAsked } = item;
  const { words, tone } = describeState(item);
  const refusal = describeRefusal(item);
  return (
    <Dialog
      size="paper"
      title={label}
      description={[
        name,
        `Document ${place + 1} of ${items.length}`,
        `Page ${page.position} of ${pages.length}`,
      ].join(' · ')}
      tools={
        <IconButton label="Keys" onClick={() => setKeysShown(true)}>
          <Keyboard aria-hidden />
        </IconButton>
      }
      onOpenAutoFocus={focusItself}
      onClose={() => onShow(null)}
    >
      <div data-viewer className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="flex flex-wrap">
            {steps.map((step) => (
              <StepButton key={step.key} step={step} />
            ))}
          </div>
          <div className="ml-auto flex gap-2">
            <RefusalMenu key={`${item.ask} ${item.version}`} isPending={isPending} onRefuse={refuseShown} />
            <Button size="sm" pending={isPending} aria-keyshortcuts="a" onClick={acceptShown}>
              Accept
            </Button>
          </div>
        </div>
        <p className="text-sm wrap-anywhere">
          <Badge tone={tone}>{words}</Badge> {!isAsked && <Badge>No longer asked</Badge>}{' '}
          {[refusal, help].filter(Boolean).join(' ')}
        </p>
        <PagePreview page={page} label={label} look={shownLook} />
      </div>
      {isWriting && (
        <RefusalDialog
          label={label}
          isPending={isPending}
          onRefuse={(words) => void decideShown({ verdict: 'refused', reason: 'other', words })}
          onClose={() => setWriting(false)}
        />
      )}
      {areKeysShown && <KeysDialog keys={viewerKeys} onClose={() => setKeysShown(false)} />}
    </Dialog>
  );
}

const firstPage = { at: 0, turns: 0, zoom: 1 };
const ZOOM_STEP = 1.5;
const LARGEST_ZOOM = 5;

const viewerKeys = [
  ['A', 'Accept'],
  ...refusalReasons.map((reason, at) => [String(at + 1), `Refuse: ${reasonNames[reason]}`] as const),
  ['J', 'Next document'],
  ['K', 'Previous document'],
  ['→', 'Next page'],
  ['←', 'Previous page'],
  ['T', 'Turn'],
  ['+', 'Zoom in'],
  ['-', 'Zoom out'],
] as const;

type Step = { label: string; key: string; Icon: LucideIcon; isOff?: boolean; run: () => void };

/** Stays in use at its end, because a disabled button would lose the focus. */
const StepButton = ({ step: { label, key, Icon, isOff = false, run } }: { step: Step }) => (
  <Tooltip label={`${label} (key ${keyNames[key] ?? key})`}>
    <IconButton label={label} aria-keyshortcuts={key} aria-disabled={isOff || undefined} onClick={run}>
      <Icon aria-hidden />
    </IconButton>
  </Tooltip>
);

const keyNames: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→' };

/** Keys work at once, and none presses the first button. */
const focusItself = (event: Event) => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
};
