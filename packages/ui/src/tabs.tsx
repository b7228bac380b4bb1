import { Tabs as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export const Tabs = (props: Omit<ComponentProps<typeof Primitive.Root>, 'className'>) => (
  <Primitive.Root {...props} className="flex flex-col gap-4" />
);

/** Needs an `aria-label`. */
export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List {...props} className={cx('flex gap-1 rounded-control bg-sand p-1', className)} />;
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...props}
      className={cx(
        'min-h-11 min-w-0 grow rounded-small px-3 text-base font-semibold text-muted transition-colors hover:text-ink',
        'data-[state=active]:bg-card data-[state=active]:text-ink',
        className,
      )}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} className={cx('rounded-small', className)} />;
}
