import type { ComponentProps, ReactNode } from 'react';
import { Container } from './container.tsx';
import { cx } from './cx.ts';
import { Heading } from './heading.tsx';

const sectionTones = {
  paper: '',
  sand: 'bg-sand',
};

type SectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  tone?: keyof typeof sectionTones;
  title?: ReactNode;
  action?: ReactNode;
};

export function Section({ tone = 'paper', title, action, className, children, ...props }: SectionProps) {
  return (
    <section {...props} className={cx('py-section', sectionTones[tone], className)}>
      <Container>
        {title && (
          <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 md:mb-8">
            <Heading level={2}>{title}</Heading>
            {action}
          </div>
        )}
        {children}
      </Container>
    </section>
  );
}
