import { LoaderCircle } from 'lucide-react';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';

const buttonVariantClasses = {
  primary: 'bg-green-ground text-on-green hover:bg-green-deep',
  accent: 'bg-sun text-on-sun hover:bg-sun-deep',
  outline: 'border border-edge bg-card text-ink hover:bg-sand',
  inverse: 'border border-on-green/70 text-on-green hover:bg-on-green/15',
  ghost: 'text-ink hover:bg-sand',
  danger: 'bg-danger text-white hover:bg-clay-deep',
};

const buttonSizeClasses = {
  sm: 'min-h-11 px-4 py-2 text-sm',
  md: 'min-h-12 px-5 py-2.5 text-base md:min-h-11',
  lg: 'min-h-12 px-6 py-3 text-md md:min-h-13',
  icon: 'size-touch shrink-0',
};

export type ButtonLook = {
  variant?: keyof typeof buttonVariantClasses;
  size?: keyof typeof buttonSizeClasses;
  className?: string | undefined;
};

export function makeButtonClass({ variant = 'primary', size = 'md', className }: ButtonLook = {}) {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold leading-tight',
    'transition-colors select-none disabled:opacity-60 aria-disabled:opacity-60',
    '[&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]',
    buttonVariantClasses[variant],
    buttonSizeClasses[size],
    className,
  );
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    pending?: boolean;
  };

export function Button({ variant, size, className, pending, disabled, children, ...props }: ButtonProps) {
  useFocusAfterPending(pending);
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={makeButtonClass({ variant, size, className })}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}

/**
 * Browsers take the focus from a disabled button. It gets the focus back, unless another element has it by
 * then.
 */
function useFocusAfterPending(pending: boolean | undefined) {
  const focusedElement = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (pending) {
      const isFocusedBusy = activeElement instanceof HTMLElement && activeElement.ariaBusy === 'true';
      focusedElement.current = isFocusedBusy ? activeElement : null;
    } else {
      if (activeElement === body) focusedElement.current?.focus({ preventScroll: true });
      focusedElement.current = null;
    }
  }, [pending]);
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  Pick<ButtonLook, 'variant'> & {
    /** Accessible name, because the button shows only an icon. */
    label: string;
  };

export function IconButton({ label, variant = 'ghost', className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      className={makeButtonClass({ variant, size: 'icon', className })}
    />
  );
}

/** Hidden from assistive technology, because the text next to it says what happens. */
export const Spinner = () => (
  <LoaderCircle className="size-5 shrink-0 animate-spin" strokeWidth={1.75} aria-hidden />
);
