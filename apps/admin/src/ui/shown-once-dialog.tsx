import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { copyText } from '@institute/ui/copy-text.ts';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type ShownOnceDialogProps = {
  title: string;
  warning: string;
  label: string;
  secret: string;
  children: ReactNode;
  onClose: () => void;
};

export function ShownOnceDialog({ title, warning, label, secret, children, onClose }: ShownOnceDialogProps) {
  const valueId = useId();
  return (
    <Dialog onClose={onClose} title={title} closesOutside={false}>
      <div className="flex flex-col gap-4">
        <Alert tone="warning" title={warning}>
          {children}
        </Alert>
        <div className="flex flex-wrap items-end gap-3">
          <div className="flex min-w-60 flex-1 flex-col gap-1.5">
            <label htmlFor={valueId} className="font-semibold">
              {label}
            </label>
            <output
              id={valueId}
              translate="no"
              className="min-h-11 rounded-control bg-sand px-4 py-2.5 font-mono text-sm wrap-anywhere select-all"
            >
              {secret}
            </output>
          </div>
          <Button variant="outline" onClick={() => copyText(secret)}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>I have kept it</Button>
      </DialogFooter>
    </Dialog>
  );
}
