import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { type ReactNode, useId } from 'react';

type TitledPageProps = { title: ReactNode; above?: ReactNode; children: ReactNode };

export const TitledPage = ({ title, above, children }: TitledPageProps) => (
  <div className="flex flex-col gap-4">
    {above}
    <Heading level={1} size="block">
      {title}
    </Heading>
    {children}
  </div>
);

type TitledSectionProps = {
  title: string;
  tools?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function TitledSection({ title, tools, className, children }: TitledSectionProps) {
  const id = useId();
  const heading = (
    <Heading id={id} level={2} size="card">
      {title}
    </Heading>
  );
  return (
    <section aria-labelledby={id} className={cx('flex min-w-0 flex-col gap-3', className)}>
      {tools === undefined ? (
        heading
      ) : (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          {heading}
          {tools}
        </div>
      )}
      {children}
    </section>
  );
}

type FramedSectionProps = { title: string; level?: 2 | 3; tools?: ReactNode; children: ReactNode };

export function FramedSection({ title, level = 3, tools, children }: FramedSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="break-inside-avoid rounded-control border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Heading id={id} level={level} size="card">
          {title}
        </Heading>
        {tools}
      </div>
      {children}
    </section>
  );
}

export function DetailLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children || '–'}</dd>
    </div>
  );
}
