import type { ComponentProps, ReactNode } from 'react';
import { Container } from './container.tsx';
import { cx } from './cx.ts';
import { Heading } from './heading.tsx';

const tones = {
  paper: '',
  sand: 'bg-sand',
  green: 'bg-green text-white',
  ink: 'bg-ink text-paper',
};

type SectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  tone?: keyof typeof tones;
  title?: ReactNode;
  intro?: ReactNode;
  action?: ReactNode;
};

export function Section({
  tone = 'paper',
  title,
  intro,
  action,
  className,
  children,
  ...props
}: SectionProps) {
  return (
    <section {...props} className={cx('py-section', tones[tone], className)}>
      <Container>
        {title && (
          <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:mb-8">
            <div className="flex flex-col gap-2">
              <Heading level={2}>{title}</Heading>
              {intro && <p className="max-w-text">{intro}</p>}
            </div>
            {action}
          </div>
        )}
        {children}
      </Container>
    </section>
  );
}
