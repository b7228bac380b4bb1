import { Dialog as Primitive } from 'radix-ui';
import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';
import { useOverlay } from './overlay.ts';

const { Root, Portal, Overlay, Content } = Primitive;
const radixDialogParts = { Root, Portal, Overlay, Content };

type ModalProps = ComponentProps<typeof Content> & {
  /** Default: the parts of Radix' `Dialog`. A question passes those of `AlertDialog`. */
  parts?: typeof radixDialogParts;
  open: boolean;
  /** False keeps the rest of the page usable. Default: true. */
  modal?: boolean;
  onClose: () => void;
};

/**
 * The parts that dialogs, questions and drawers share. Renders nothing before it is first opened, because
 * most of a screen's dialogs never are.
 */
export function Modal(props: ModalProps) {
  const [isUsed, setUsed] = useState(props.open);
  if (props.open && !isUsed) setUsed(true);
  return isUsed && <OpenedModal {...props} />;
}

function OpenedModal({
  parts = radixDialogParts,
  open,
  modal = true,
  onClose,
  className,
  ...content
}: ModalProps) {
  const overlayProps = useOverlay(open, onClose);
  return (
    <parts.Root open={open} modal={modal} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <parts.Portal>
        <parts.Overlay className="fixed inset-0 z-40 bg-ink/60 data-[state=open]:animate-fade data-[state=closed]:animate-leave" />
        <parts.Content {...overlayProps} {...content} className={cx('fixed z-40 outline-none', className)} />
      </parts.Portal>
    </parts.Root>
  );
}
