import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from './cx.ts';
import { closeOnEscape } from './overlay.ts';

type DropdownMenuProps = Pick<ComponentProps<typeof Primitive.Content>, 'align' | 'children'> & {
  /** A button. */
  trigger: ReactNode;
};

export function DropdownMenu({ trigger, align, children }: DropdownMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          onKeyDown={closeOnEscape(() => setOpen(false))}
          sideOffset={6}
          className={cx(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-control',
            'border border-line bg-card p-1.5 shadow-float data-[state=open]:animate-fade',
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 text-base outline-none select-none data-disabled:opacity-60 data-highlighted:bg-sand [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]';

type ItemProps = ComponentProps<typeof Primitive.Item> & { danger?: boolean };

export const DropdownMenuItem = ({ danger, className, ...props }: ItemProps) => (
  <Primitive.Item {...props} className={cx(itemClass, danger && 'text-clay-deep', className)} />
);

/** Stays open, so that several can be chosen. */
export const DropdownMenuCheckbox = ({
  children,
  ...props
}: ComponentProps<typeof Primitive.CheckboxItem>) => (
  <Primitive.CheckboxItem {...props} onSelect={(event) => event.preventDefault()} className={itemClass}>
    <span className="grid size-6 place-items-center rounded-small border border-edge">
      <Primitive.ItemIndicator>
        <Check aria-hidden />
      </Primitive.ItemIndicator>
    </span>
    {children}
  </Primitive.CheckboxItem>
);
