import { Dialog } from '@institute/ui/dialog.tsx';
import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { admin } from '../../api/admin.ts';
import { LoadError } from '../../parts/load-error.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import { CampaignProgress } from './campaign-progress.tsx';

const LOOK_EVERY_MS = 2000;

type CampaignDialogProps = { id: number; onEdit: () => void; onClose: () => void };

export function CampaignDialog({ id, onEdit, onClose }: CampaignDialogProps) {
  const query = admin.newsletter.campaigns.get.useQuery(
    { id },
    { refetchInterval: ({ state }) => state.data?.view.state === 'sending' && LOOK_EVERY_MS },
  );
  const { data, error } = query;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.view.subject ?? 'Newsletter'}
      size="lg"
    >
      {data ? (
        <div className="flex flex-col gap-5">
          <CampaignProgress campaign={data.view} />
          <CampaignPreview id={id} />
          <CampaignActions campaign={data.view} tag={data.tag} onEdit={onEdit} />
        </div>
      ) : error ? (
        <LoadError title="This newsletter could not be loaded" query={query} />
      ) : (
        <SkeletonGroup className="flex flex-col gap-5">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-96 w-full" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
