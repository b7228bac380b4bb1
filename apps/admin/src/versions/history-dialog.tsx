import { versionsKept } from '@institute/contract/content.constants';
import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Dialog } from '@institute/ui/dialog.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../api/admin.ts';
import { type DraftApi, loadOnOpen, type Version } from '../content/resource-api.ts';
import { type Restoring, VersionChanges } from './version-changes.tsx';

type HistoryDialogProps = Omit<Restoring, 'newest'> & { api: DraftApi; onClose: () => void };

export function HistoryDialog({ api, onClose, ...restoring }: HistoryDialogProps) {
  const found = api.versions.list.useQuery({ id: restoring.id }, loadOnOpen);
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = found.data?.[0]?.number;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="History"
      description={`The last ${versionsKept} versions are kept`}
      size="lg"
    >
      {found.error ? (
        <ErrorState
          title="The versions could not be loaded"
          description={failureOf(found.error).message}
          onRetry={() => void found.refetch()}
          pending={found.isFetching}
        />
      ) : !found.data ? (
        <SkeletonGroup className="flex flex-col gap-3">
          {[1, 2, 3].map((line) => (
            <Skeleton key={line} className="h-14" />
          ))}
        </SkeletonGroup>
      ) : newest === undefined ? (
        <EmptyState
          title="No changes yet"
          description="From the next change on, every version stands here."
        />
      ) : (
        <ol aria-label="Versions, newest first" className="flex flex-col gap-2">
          {found.data.map((version) => (
            <li key={version.number} className="rounded-control border border-line">
              <VersionButton
                version={version}
                isNow={version.number === newest}
                isOpen={version.number === chosen}
                onPress={() => setChosen(version.number === chosen ? null : version.number)}
              />
              {version.number === chosen && (
                <div className="border-t border-line p-4">
                  <VersionChanges api={api} number={version.number} {...restoring} newest={newest} />
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

type VersionButtonProps = { version: Version; isNow: boolean; isOpen: boolean; onPress: () => void };

function VersionButton({ version: { by, at }, isNow, isOpen, onPress }: VersionButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onPress}
      className="flex min-h-12 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-4 py-2 text-left hover:bg-sand"
    >
      <span className="font-semibold">{formatDateTime(at)}</span>
      <span className="min-w-0 wrap-anywhere text-muted">{by ?? 'Before the first recorded change'}</span>
      {isNow && <Badge tone="green">Now</Badge>}
      <ChevronDown
        aria-hidden
        strokeWidth={1.75}
        className={cx('ml-auto size-5 shrink-0 transition-transform', isOpen && 'rotate-180')}
      />
    </button>
  );
}
