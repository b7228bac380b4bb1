import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { ExternalLink, History } from 'lucide-react';
import { useState } from 'react';
import { type DraftApi, HistoryDialog, type RestoreProps } from './history-dialog.tsx';

/** The preview link is renewed in time, because it is valid for 30 minutes. */
const PREVIEW_RENEWAL_MS = 20 * 60_000;

export function DraftTools({ api, ...restoring }: Omit<RestoreProps, 'newest'> & { api: DraftApi }) {
  const [isOpen, setOpen] = useState(false);
  const { id, isChanged, onRestored } = restoring;

  return (
    <div className="flex flex-wrap items-center gap-2">
      {api.preview && <PreviewLink api={api.preview} id={id} />}
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <History aria-hidden />
        History
      </Button>
      {api.preview && isChanged && (
        <p className="text-sm text-muted">The preview shows what was saved last.</p>
      )}
      {isOpen && (
        <HistoryDialog
          api={api}
          {...restoring}
          onRestored={async () => {
            setOpen(false);
            await onRestored();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function PreviewLink({ api, id }: { api: NonNullable<DraftApi['preview']>; id: number }) {
  // The call ends when the form is closed, because the server would refuse the preview of an item that is
  // deleted afterwards.
  const previewQueryOptions = { refetchInterval: PREVIEW_RENEWAL_MS, trpc: { abortOnUnmount: true } };
  const { data: preview } = api.useQuery({ id }, previewQueryOptions);
  if (!preview) {
    return (
      <Button variant="outline" size="sm" disabled>
        <ExternalLink aria-hidden />
        Preview
      </Button>
    );
  }
  return (
    <a
      href={preview}
      target="_blank"
      rel="noopener"
      className={makeButtonClass({ variant: 'outline', size: 'sm' })}
    >
      <ExternalLink aria-hidden />
      Preview
    </a>
  );
}
