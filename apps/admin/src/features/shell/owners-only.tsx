import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { Loading } from '../../ui/load-error.tsx';

type OwnersOnlyProps = {
  /** For accounts that are not owners. The screen itself shows its own heading to owners. */
  heading: string;
  title: string;
  description: string;
  children: (own: AdminAnswers['account']['get']) => ReactNode;
};

export function OwnersOnly({ heading, title, description, children }: OwnersOnlyProps) {
  const query = admin.account.get.useQuery();
  if (query.data?.isOwner) return children(query.data);
  return (
    <div className="flex flex-col gap-4">
      <Heading level={1} size="block">
        {heading}
      </Heading>
      <Loading query={query} failed="Your account could not be loaded">
        {() => <EmptyState icon={LockKeyhole} title={title} description={description} />}
      </Loading>
    </div>
  );
}
