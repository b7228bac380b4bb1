import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export function Container({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cx('mx-auto w-full max-w-page px-[24px] xl:px-0', className)} />;
}
