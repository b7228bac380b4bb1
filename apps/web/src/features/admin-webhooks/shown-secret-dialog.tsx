import { formerSecretHours } from '@institute/contract/webhooks.constants';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';

type ShownSecretDialogProps = {
  secret: string;
  /** True when it replaces another one. */
  isNew: boolean;
  onClose: () => void;
};

/** Shows a signing secret once. */
export function ShownSecretDialog({ secret, isNew, onClose }: ShownSecretDialogProps) {
  const shown = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your Signing Secret"
      closesOutside={false}
    >
      <div className="flex flex-col gap-4">
        <Alert tone="warning" title="Copy this secret now. It is not shown again.">
          With it the other program checks that what it gets comes from this site.
          {isNew && ` The former secret signs too for ${formerSecretHours} hours.`}
        </Alert>
        <div className="flex flex-wrap items-end gap-3">
          <div className="flex min-w-60 flex-1 flex-col gap-1.5">
            <label htmlFor={shown} className="font-semibold">
              Signing Secret
            </label>
            <output
              id={shown}
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
