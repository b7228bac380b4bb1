import type { Session } from '@institute/contract';
import { Heading } from '@institute/ui/heading.tsx';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { toast } from '@institute/ui/toast.ts';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { session } from '../../api/admin.ts';
import { toSafeNextPath } from '../../api/next-path.ts';
import { useSite } from '../../api/site.ts';

type AuthPageProps = {
  title: string;
  footer: ReactNode;
  /** Also shows the form to a signed-in visitor, because an emailed link may be for another account. */
  forEverybody?: boolean;
  children: ReactNode;
};

export function AuthPage({ title, footer, forEverybody = false, children }: AuthPageProps) {
  const { institute } = useSite();
  const [isSignedIn] = useState(() => session.read() !== null);
  if (isSignedIn && !forEverybody) return <Navigate to="/admin" replace />;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh place-items-center px-4 py-8 outline-none md:py-12"
    >
      <div className="grid w-full max-w-4xl overflow-hidden rounded-card border border-line bg-card md:grid-cols-[1fr_20rem]">
        <div className="flex flex-col gap-6 p-6 md:p-10">
          <a href="/" className="flex min-h-11 items-center gap-2.5 self-start rounded-control">
            <LogoMark logo={institute.logo} size={36} />
            <span className="font-heading leading-tight font-bold tracking-heading">{institute.name}</span>
          </a>
          <Heading level={1} size="block">
            {title}
          </Heading>
          {children}
          <p className="text-muted [&_a]:inline-flex [&_a]:min-h-6 [&_a]:font-semibold [&_a]:text-green [&_a]:underline">
            {footer}
          </p>
        </div>
        <Pattern seed="admin entrance" cols={4} rows={8} className="h-24 w-full max-md:-order-1 md:h-full" />
      </div>
    </main>
  );
}

export function useFinishSignIn(next: string | undefined) {
  const router = useRouter();
  return (started: Session, greeting: string) => {
    session.write(started);
    toast.success(greeting);
    router.history.replace(toSafeNextPath(next, location.origin));
  };
}
