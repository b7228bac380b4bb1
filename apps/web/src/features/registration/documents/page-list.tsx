import { Progress } from '@institute/ui/progress.tsx';
import { Image } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AskCardProps } from './ask-card-props.ts';
import { movePage } from './page-order.ts';
import { PageTools } from './page-tools.tsx';

type PageListProps = Pick<AskCardProps, 'ask' | 'sender' | 'waiting' | 'previews'>;

/** Pages in their order: those that have arrived, then those that wait on this device. */
export function PageList({ ask, sender, waiting, previews }: PageListProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const sentPageHashes = ask.pages.map(({ sha256 }) => sha256);
  const mayChangePages = ask.state !== 'accepted';
  const addedPageHashes = waiting.filter(({ replaces }) => replaces === null).map(({ sha256 }) => sha256);
  if (sentPageHashes.length + waiting.length === 0) return null;
  const dropOn = (to: number) => {
    if (dragged !== null && dragged !== to)
      void sender?.orderPages(ask.id, movePage(sentPageHashes, dragged, to));
    setDragged(null);
  };
  return (
    <ol className="flex flex-col gap-2">
      {ask.pages.map(({ sha256, format }, at) => (
        <li
          key={sha256}
          draggable={sender !== undefined && mayChangePages && sentPageHashes.length > 1}
          onDragStart={() => setDragged(at)}
          onDragOver={(event) => {
            if (dragged !== null) event.preventDefault();
          }}
          onDrop={() => dropOn(at)}
          onDragEnd={() => setDragged(null)}
          className="flex flex-wrap items-center gap-x-3 rounded-control border border-line p-2"
        >
          <Thumbnail preview={previews?.get(sha256)} isPdf={format === 'pdf'} />
          <PageName name={`Page ${at + 1}`}>
            <span className="text-sm text-muted">{format === 'pdf' ? 'PDF, arrived' : 'Arrived'}</span>
          </PageName>
          {mayChangePages && <PageTools ask={ask} at={at} hashes={sentPageHashes} sender={sender} />}
        </li>
      ))}
      {waiting.map(({ sha256, sentShare, replaces }) => {
        const waitingPageName =
          replaces === null
            ? `Page ${sentPageHashes.length + addedPageHashes.indexOf(sha256) + 1}`
            : nameReplacement(sentPageHashes.indexOf(replaces));
        return (
          <li
            key={sha256}
            className="flex items-center gap-3 rounded-control border border-dashed border-edge p-2"
          >
            <Thumbnail preview={previews?.get(sha256)} />
            <PageName name={waitingPageName}>
              <Progress value={sentShare} max={1} label={`${waitingPageName} of ${ask.label}`} />
            </PageName>
          </li>
        );
      })}
    </ol>
  );
}

/** Without a number while the page that it replaces waits too. */
const nameReplacement = (at: number): string => (at < 0 ? 'New page' : `New page ${at + 1}`);

const PageName = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 grow flex-col gap-1 leading-tight">
    {name}
    {children}
  </div>
);

function Thumbnail({ preview, isPdf = false }: { preview: string | undefined; isPdf?: boolean }) {
  if (preview) return <img src={preview} alt="" className="size-12 shrink-0 rounded object-cover" />;
  return (
    <span
      aria-hidden
      className="flex size-12 shrink-0 items-center justify-center rounded bg-sand text-sm font-semibold text-muted"
    >
      {isPdf ? 'PDF' : <Image className="size-6" strokeWidth={1.75} />}
    </span>
  );
}
