import { Switch as Primitive } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';

type SwitchProps = Omit<ComponentProps<typeof Primitive.Root>, 'children' | 'id' | 'className'> & {
  label: ReactNode;
};

/** Takes effect at once, without a submit button. */
export function Switch({ label, ...props }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-3">
      <Primitive.Root
        {...props}
        id={id}
        className="group flex h-11 shrink-0 items-center rounded-control disabled:opacity-60"
      >
        <span className="flex h-7 w-12 items-center rounded-full bg-edge p-1 transition-colors group-data-[state=checked]:bg-green">
          <Primitive.Thumb className="size-5 rounded-full bg-white transition-transform data-[state=checked]:translate-x-5" />
        </span>
      </Primitive.Root>
      <label htmlFor={id} className="text-base font-semibold">
        {label}
      </label>
    </div>
  );
}
