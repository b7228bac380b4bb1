import { Heading } from '@institute/ui/heading.tsx';
import { type ReactNode, useId } from 'react';

type AccountPanelProps = {
  title: string;
  state?: ReactNode;
  about?: string;
  children: ReactNode;
};

export function AccountPanel({ title, state, about, children }: AccountPanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-card border border-line bg-card p-5">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <Heading id={id} level={2} size="card">
            {title}
          </Heading>
          {state}
        </div>
        {about && <p className="text-muted">{about}</p>}
      </div>
      {children}
    </section>
  );
}
