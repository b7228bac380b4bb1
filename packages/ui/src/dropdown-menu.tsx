import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react';
import { cx } from './cx.ts';
import { closeOnEscape } from './overlay.ts';

const CloseMenu = createContext(() => {});

export function DropdownMenu({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <CloseMenu value={() => setIsOpen(false)}>
      <Primitive.Root open={isOpen} onOpenChange={setIsOpen}>
        {children}
      </Primitive.Root>
    </CloseMenu>
  );
}
export const DropdownMenuTrigger = Primitive.Trigger;

export function DropdownMenuContent({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  const close = useContext(CloseMenu);
  return (
    <Primitive.Portal>
      <Primitive.Content
        {...props}
        onKeyDown={closeOnEscape(close)}
        sideOffset={sideOffset}
        className={cx(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-control',
          'border border-line bg-card p-1.5 shadow-float data-[state=open]:animate-fade',
          className,
        )}
      />
    </Primitive.Portal>
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
