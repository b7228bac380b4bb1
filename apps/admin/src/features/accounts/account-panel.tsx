import { Heading } from '@institute/ui/heading.tsx';
import { type ReactNode, useId } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { Loading } from '../../ui/load-error.tsx';

type AccountPanelProps = {
  title: string;
  about?: string;
  /** A function is called once the account is loaded. */
  children: ReactNode | ((own: AdminAnswers['account']['get']) => ReactNode);
};

export function AccountPanel({ title, about, children }: AccountPanelProps) {
  const id = useId();
  const query = admin.account.get.useQuery();
  return (
    <section aria-labelledby={id} className="flex max-w-3xl flex-col gap-4">
      <Heading id={id} level={1} size="block">
        {title}
      </Heading>
      {about && <p className="max-w-text text-muted">{about}</p>}
      {typeof children === 'function' ? (
        <Loading query={query} failed="Your account could not be loaded">
          {(own) => <AccountPanelFrame>{children(own)}</AccountPanelFrame>}
        </Loading>
      ) : (
        <AccountPanelFrame>{children}</AccountPanelFrame>
      )}
    </section>
  );
}

const AccountPanelFrame = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-4 rounded-card border border-line bg-card p-5">{children}</div>
);
