import { maySee } from '@institute/contract/rights.constants';
import { Heading } from '@institute/ui/heading.tsx';
import { useLocation, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { admin } from '../../api/admin.ts';
import { Loading } from '../../ui/load-error.tsx';
import { findNeed, useAllScreens } from './screens.ts';

/** One line in the place of a screen that the account may not see. */
export function AllowedScreen({ children }: { children: ReactNode }) {
  const query = admin.account.get.useQuery();
  const own = query.data;
  const pathname = useLocation({ select: (location) => location.pathname });
  const need = findNeed(useAllScreens(), pathname);
  const title = useMatches({
    select: (matches) => matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title,
  });
  // A call that only owners may make waits, as for them the account is loaded first
  if (own ? maySee(own, need) : need !== 'owner') return children;
  if (!own) {
    return (
      <Loading query={query} failed="Your account could not be loaded">
        {() => null}
      </Loading>
    );
  }
  const name = title?.replace(/ – Admin$/, '');
  return (
    <div className="flex flex-col gap-4">
      <Heading level={1} size="block">
        {name}
      </Heading>
      <p>{`Your account cannot see ${name}. Ask an owner.`}</p>
    </div>
  );
}
