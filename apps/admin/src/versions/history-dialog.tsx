import { versionsKept } from '@institute/contract/content.constants';
import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Dialog } from '@institute/ui/dialog.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { ChevronDown, Inbox } from 'lucide-react';
import { useState } from 'react';
import type { AdminAnswers, admin, MutationHook } from '../api/admin.ts';
import { loadOnOpenOptions } from '../api/load-options.ts';
import { useChangeWithOutcome } from '../api/use-change.ts';
import { Loading } from '../ui/load-error.tsx';
import { Comparison } from './comparison.tsx';
import { findDifferences } from './differences.ts';

type ContentApi = typeof admin.posts;
type ContentVersion = AdminAnswers['posts']['versions']['list'][number];

/** Only items with pages have a preview. */
export type DraftApi = Partial<Pick<ContentApi, 'preview'>> & {
  versions: Pick<ContentApi['versions'], 'list' | 'get'> & {
    restore: MutationHook<{ id: number; ifMatch?: string | undefined; number: number }>;
  };
};

type HistoryDialogProps = Omit<RestoreProps, 'newest'> & { api: DraftApi; onClose: () => void };

export function HistoryDialog({ api, onClose, ...restoring }: HistoryDialogProps) {
  const versionsQuery = api.versions.list.useQuery({ id: restoring.id }, loadOnOpenOptions);
  const [chosen, setChosen] = useState<number | null>(null);
  const newestNumber = versionsQuery.data?.[0]?.number;

  return (
    <Dialog
      onClose={onClose}
      title="History"
      description={`The last ${versionsKept} versions are kept`}
      size="lg"
    >
      <Loading query={versionsQuery} failed="The versions could not be loaded" skeleton={skeleton}>
        {(versions) =>
          newestNumber === undefined ? (
            <EmptyState
              icon={Inbox}
              title="No changes yet"
              description="From the next change on, every version stands here."
            />
          ) : (
            <ol aria-label="Versions, newest first" className="flex flex-col gap-2">
              {versions.map((version) => (
                <li key={version.number} className="rounded-control border border-line">
                  <VersionButton
                    version={version}
                    isNow={version.number === newestNumber}
                    isOpen={version.number === chosen}
                    onPress={() => setChosen(version.number === chosen ? null : version.number)}
                  />
                  {version.number === chosen && (
                    <div className="border-t border-line p-4">
                      <VersionChanges
                        api={api}
                        number={version.number}
                        {...restoring}
                        newest={newestNumber}
                      />
                    </div>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Loading>
    </Dialog>
  );
}

const skeleton = <Skeletons heights={Array(3).fill('h-14')} />;

type VersionButtonProps = { version: ContentVersion; isNow: boolean; isOpen: boolean; onPress: () => void };

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

export type RestoreProps = {
  id: number;
  newest: number;
  tag: string | undefined;
  labels: Readonly<Record<string, string>>;
  valuesOf: (fields: object) => object;
  isChanged: boolean;
  onRestored: () => Promise<void>;
};

type VersionChangesProps = RestoreProps & { api: DraftApi; number: number };

function VersionChanges({ api, id, number, newest, tag, ...rest }: VersionChangesProps) {
  const versionQuery = api.versions.get.useQuery({ id, number });
  const newestQuery = api.versions.get.useQuery({ id, number: newest });
  const { change, outcome } = useChangeWithOutcome();
  const { mutateAsync, isPending } = api.versions.restore.useMutation();

  const restoreVersion = async () => {
    const isRestored = await change(() => mutateAsync({ id, number, ifMatch: tag }), {
      done: 'Version restored successfully',
      failed: 'Failed to restore version',
    });
    if (isRestored) await rest.onRestored();
  };

  if (!versionQuery.data || !newestQuery.data) {
    return (
      <Loading
        query={versionQuery.data ? newestQuery : versionQuery}
        failed="This version could not be loaded"
      >
        {() => null}
      </Loading>
    );
  }
  if (number === newest) return <p>This is how it stands now.</p>;
  const foundDifferences = findDifferences(
    rest.labels,
    rest.valuesOf(versionQuery.data),
    rest.valuesOf(newestQuery.data),
  );
  if (foundDifferences.length === 0) return <p>The same as now.</p>;
  return (
    <div className="flex flex-col gap-4">
      <Comparison differences={foundDifferences} sides={['This version', 'Now']} />
      {rest.isChanged && (
        <p className="text-muted">
          Save what you have typed, or close the form, before you restore a version.
        </p>
      )}
      <OutcomeLine outcome={outcome} />
      <Button
        className="self-end"
        disabled={rest.isChanged}
        pending={isPending}
        onClick={() => void restoreVersion()}
      >
        Restore this version
      </Button>
    </div>
  );
}
