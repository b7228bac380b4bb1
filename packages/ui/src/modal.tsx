import { Dialog as Primitive } from 'radix-ui';
import { type ComponentProps, useState } from 'react';
import { cx } from './cx.ts';
import { useOverlay } from './overlay.ts';

const { Root, Portal, Overlay, Content } = Primitive;
const dialogSupport = { Root, Portal, Overlay, Content };

type ModalProps = ComponentProps<typeof Content> & {
  /** Default: the parts of Radix' `Dialog`. A question passes those of `AlertDialog`. */
  parts?: typeof dialogSupport;
  open: boolean;
  /** False leaves the rest of the page in use. Default: true. */
  modal?: boolean;
  onClose: () => void;
};

/** What a dialog, a question and a drawer share. Most of a screen's dialogs are never opened. */
export function Modal(props: ModalProps) {
  const [isUsed, setUsed] = useState(props.open);
  if (props.open && !isUsed) setUsed(true);
  return isUsed && <UsedModal {...props} />;
}

function UsedModal({
  parts = dialogSupport,
  open,
  modal = true,
  onClose,
  className,
  ...content
}: ModalProps) {
  const overlay = useOverlay(open, onClose);
  return (
    <parts.Root open={open} modal={modal} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <parts.Portal>
        <parts.Overlay className="fixed inset-0 z-40 bg-ink/60 data-[state=open]:animate-fade data-[state=closed]:animate-leave" />
        <parts.Content {...overlay} {...content} className={cx('fixed z-40 outline-none', className)} />
      </parts.Portal>
    </parts.Root>
  );
}
