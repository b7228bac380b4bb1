import { ExternalLink, History } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { DraftApi } from '../resource-api.ts';
import { HistoryDialog } from './history-dialog.tsx';
import type { Restoring } from './version-changes.tsx';

/** A preview link is valid for 30 minutes. */
const RENEW_MS = 20 * 60_000;

/** Preview and history of an item. */
export function DraftTools({ api, ...restoring }: Omit<Restoring, 'newest'> & { api: DraftApi }) {
  const [isOpen, setOpen] = useState(false);
  const { data: preview } = api.preview.useQuery({ id: restoring.id }, { refetchInterval: RENEW_MS });
  const { isChanged, onRestored } = restoring;

  return (
    <div className="flex flex-wrap items-center gap-2">
      {preview ? (
        <a
          href={preview}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <ExternalLink aria-hidden />
          Preview
        </a>
      ) : (
        <Button variant="outline" size="sm" disabled>
          <ExternalLink aria-hidden />
          Preview
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <History aria-hidden />
        History
      </Button>
      {isChanged && <p className="text-sm text-muted">The preview shows what was saved last.</p>}
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
