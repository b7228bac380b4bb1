import { LockKeyhole } from 'lucide-react';
import { LoadError } from '../../admin-ui/load-error.tsx';
import { admin } from '../../api/admin.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { ApiKeyList } from './api-key-list.tsx';

/** The keys of other programs. Owners make and revoke them. */
export function ApiKeysPage() {
  const query = admin.account.get.useQuery();
  const { data: own, error } = query;
  if (own?.isOwner) return <ApiKeyList mayReadMedical={own.mayReadMedical} />;
  return (
    <div className="flex flex-col gap-4">
      <Heading level={1} size="block">
        API Keys
      </Heading>
      {own ? (
        <EmptyState
          icon={LockKeyhole}
          title="Only an owner of this site makes API keys."
          description="Ask an owner when another program needs one."
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
