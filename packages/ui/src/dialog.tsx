import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Modal } from './modal.tsx';
import { reserveScrollRoomAtBottom } from './reserve-room.ts';

// Leaves room below a form for toasts, so that none covers or moves its buttons.
const roomForToastsClass = 'md:top-8 md:bottom-32 md:max-h-[calc(100dvh-10rem)]';

const WIDE_SCREEN_QUERY = '(min-width: 80rem)';

const dialogSizeClasses = {
  md: `${roomForToastsClass} md:max-w-xl`,
  lg: `${roomForToastsClass} md:max-w-3xl`,
  // The sheet stands at the side of a wide screen over its whole height. The rest of the page stays usable.
  sheet: `${roomForToastsClass} md:max-w-3xl xl:inset-y-0 xl:right-0 xl:left-auto xl:m-0 xl:h-full xl:max-h-none xl:w-168 xl:max-w-none xl:rounded-none xl:border-l xl:border-line`,
  // Room for a page of paper
  paper: 'md:max-h-[calc(100dvh-2rem)] md:max-w-5xl',
  media: 'md:max-h-[calc(100dvh-4rem)] md:max-w-[900px]',
};

type DialogProps = {
  /** Default: true. */
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof dialogSizeClasses;
  /** False for forms: a click outside would lose what was typed. */
  closesOutside?: boolean;
  onOpenAutoFocus?: (event: Event) => void;
  /** Beside the button that closes it. */
  tools?: ReactNode;
  children: ReactNode;
};

const preventDefault = (event: Event) => event.preventDefault();

/** Focuses the sheet itself, so that its keyboard shortcuts work at once and Enter presses no button. */
const focusDialogItself = (event: Event) => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
};

export function Dialog({
  open = true,
  onClose,
  title,
  description,
  size = 'md',
  closesOutside = true,
  onOpenAutoFocus,
  tools,
  children,
}: DialogProps) {
  const isSheet = size === 'sheet';
  // Decided once, because Radix makes the dialog anew when it changes, and what was typed would be lost
  const [isModal] = useState(() => !isSheet || !window.matchMedia(WIDE_SCREEN_QUERY).matches);
  return (
    <Modal
      open={open}
      modal={isModal}
      onClose={onClose}
      onOpenAutoFocus={isSheet ? focusDialogItself : onOpenAutoFocus}
      onInteractOutside={closesOutside && isModal ? undefined : preventDefault}
      {...(isSheet && { 'data-sheet': '' })}
      className={cx(
        'inset-0 flex flex-col bg-card',
        'md:m-auto md:h-fit md:overflow-hidden md:rounded-card md:shadow-float',
        'data-[state=open]:animate-rise data-[state=closed]:animate-leave',
        dialogSizeClasses[size],
      )}
    >
      <div className="flex items-start justify-between gap-4 border-b border-line py-2.5 pr-2.5 pl-5">
        <div className={cx('min-w-0 py-2', isSheet && 'grow items-baseline gap-x-3 md:flex md:flex-wrap')}>
          <Primitive.Title className="line-clamp-3 text-lg">{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="text-base text-muted">{description}</Primitive.Description>
          )}
        </div>
        <div className="flex shrink-0">
          {tools}
          <Primitive.Close asChild>
            <IconButton label="Close">
              <X aria-hidden />
            </IconButton>
          </Primitive.Close>
        </div>
      </div>
      {/* Positioned, so that visually hidden labels scroll with it. Otherwise they would make the frame
        itself scroll. */}
      <div data-scrolls className="relative min-h-0 grow overflow-y-auto overscroll-contain p-5">
        {children}
      </div>
    </Modal>
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      ref={reserveScrollRoomAtBottom}
      {...props}
      className={cx(
        'sticky -bottom-5 -mx-5 mt-5 -mb-5 flex flex-wrap justify-end gap-3 border-t border-line bg-card px-5 py-4',
        className,
      )}
    />
  );
}
