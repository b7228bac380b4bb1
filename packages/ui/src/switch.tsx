import { Switch as Primitive } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type SwitchProps = Omit<ComponentProps<typeof Primitive.Root>, 'children'> & { label: ReactNode };

/** Takes effect at once, without a submit button. */
export function Switch({ label, id, className, ...props }: SwitchProps) {
  const madeUp = useId();
  const control = id ?? madeUp;
  return (
    <div className={cx('flex min-h-11 items-center gap-3', className)}>
      <Primitive.Root
        {...props}
        id={control}
        className="group flex h-11 shrink-0 items-center rounded-control disabled:opacity-60"
      >
        <span className="flex h-7 w-12 items-center rounded-full bg-edge p-1 transition-colors group-data-[state=checked]:bg-green">
          <Primitive.Thumb className="size-5 rounded-full bg-white transition-transform data-[state=checked]:translate-x-5" />
        </span>
      </Primitive.Root>
      <label htmlFor={control} className="text-base font-semibold">
        {label}
      </label>
    </div>
  );
}
