import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const headingSizeClasses = { hero: 'text-3xl', page: 'text-2xl', block: 'text-xl', card: 'text-lg' };
const usualSizes = { 1: 'page', 2: 'page', 3: 'card', 4: 'card' } as const;

type HeadingProps = ComponentProps<'h1'> & {
  level: 1 | 2 | 3 | 4;
  size?: keyof typeof headingSizeClasses;
};

export function Heading({ level, size = usualSizes[level], className, ...props }: HeadingProps) {
  const HeadingTag = `h${level}` as const;
  return <HeadingTag {...props} className={cx(headingSizeClasses[size], className)} />;
}
