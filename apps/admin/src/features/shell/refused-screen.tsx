import { maySee, type Need } from '@institute/contract/rights.constants';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { admin } from '../../api/admin.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { TitledPage } from '../../ui/titled-section.tsx';
import { useScreenTitle } from './office-tab.tsx';
import { findNeedOfPath, useAllScreens } from './screens.ts';

type AllowedScreenProps = {
  /** The right that the screen needs. Default: the right of the screen with this address. */
  need?: Need;
  children: ReactNode;
};

/** One line in the place of a screen that the account may not see. */
export function AllowedScreen({ need: given, children }: AllowedScreenProps) {
  const query = admin.account.get.useQuery();
  const ownAccount = query.data;
  const pathname = useLocation({ select: (location) => location.pathname });
  const needOfScreen = findNeedOfPath(useAllScreens(), pathname);
  const requiredNeed = given ?? needOfScreen;
  const title = useScreenTitle();
  // Screens for owners show no rows before the account is known
  if (ownAccount ? maySee(ownAccount, requiredNeed) : requiredNeed !== 'owner' || !query.error)
    return children;
  if (!ownAccount) return <LoadError title="Your account could not be loaded" query={query} />;
  const screenName = title?.replace(/ – Admin$/, '');
  return (
    <TitledPage title={screenName}>
      <p>{`Your account cannot see ${screenName}. Ask an owner.`}</p>
    </TitledPage>
  );
}
