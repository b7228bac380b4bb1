import { LockKeyhole } from 'lucide-react';
import { LoadError } from '../../admin-ui/load-error.tsx';
import { admin } from '../../api/admin.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { WebhookList } from './webhook-list.tsx';

/** The programs that are told of events. Only owners have to do with them. */
export function WebhooksPage() {
  const query = admin.account.get.useQuery();
  const { data: own, error } = query;
  if (own?.isOwner) return <WebhookList />;
  return (
    <div className="flex flex-col gap-4">
      <Heading level={1} size="block">
        Webhooks
      </Heading>
      {own ? (
        <EmptyState
          icon={LockKeyhole}
          title="Only an owner of this site makes webhooks."
          description="Ask an owner when another program is to be told of what happens here."
        />
      ) : error ? (
        <LoadError title="Your account could not be loaded" query={query} />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-64" />
        </SkeletonGroup>
      )}
    </div>
  );
}
