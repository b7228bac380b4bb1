import { Button } from '@institute/ui/button.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { toast } from '@institute/ui/toast.ts';
import { failureOf } from '../api/admin.ts';
import type { DraftApi } from '../content/resource-api.ts';
import { Comparison } from './comparison.tsx';
import { differences } from './differences.ts';

export type Restoring = {
  id: number;
  newest: number;
  tag: string | undefined;
  valuesOf: (fields: object) => object;
  isChanged: boolean;
  onRestored: () => Promise<void>;
};

type VersionChangesProps = Restoring & { api: DraftApi; number: number };

export function VersionChanges({ api, id, number, newest, tag, ...rest }: VersionChangesProps) {
  const version = api.versions.get.useQuery({ id, number });
  const now = api.versions.get.useQuery({ id, number: newest });
  const { mutateAsync, isPending } = api.versions.restore.useMutation();
  const error = version.error ?? now.error;

  const restore = async () => {
    try {
      await mutateAsync({ id, number, ifMatch: tag });
      toast.success('Version restored successfully');
    } catch (failure) {
      toast.error('Failed to restore version', { description: failureOf(failure).message });
      return;
    }
    await rest.onRestored();
  };

  if (error) {
    return <ErrorState title="This version could not be loaded" description={failureOf(error).message} />;
  }
  if (!version.data || !now.data) {
    return (
      <SkeletonGroup>
        <Skeleton className="h-24" />
      </SkeletonGroup>
    );
  }
  if (number === newest) return <p>This is how it stands now.</p>;
  const found = differences(rest.valuesOf(version.data), rest.valuesOf(now.data));
  if (found.length === 0) return <p>The same as now.</p>;
  return (
    <div className="flex flex-col gap-4">
      <Comparison differences={found} sides={['This version', 'Now']} />
      {rest.isChanged && (
        <p className="text-muted">
          Save what you have typed, or close the form, before you restore a version.
        </p>
      )}
      <Button
        className="self-end"
        disabled={rest.isChanged}
        pending={isPending}
        onClick={() => void restore()}
      >
        Restore this version
      </Button>
    </div>
  );
}
