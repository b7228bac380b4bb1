import { Copy } from 'lucide-react';
import { useId } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';

type ShownKeyDialogProps = { apiKey: string; onClose: () => void };

/** Shows a new key once: the server keeps only its hash. */
export function ShownKeyDialog({ apiKey, onClose }: ShownKeyDialogProps) {
  const shown = useId();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Your API Key" closesOutside={false}>
      <div className="flex flex-col gap-4">
        <Alert tone="warning" title="Copy this key now. It is not shown again.">
          Keep it as you keep a password. Whoever has it may do what its scopes allow.
        </Alert>
        <div className="flex flex-wrap items-end gap-3">
          <div className="flex min-w-60 flex-1 flex-col gap-1.5">
            <label htmlFor={shown} className="font-semibold">
              API Key
            </label>
            <output
              id={shown}
              translate="no"
              className="min-h-11 rounded-control bg-sand px-4 py-2.5 font-mono text-sm wrap-anywhere select-all"
            >
              {apiKey}
            </output>
          </div>
          <Button variant="outline" onClick={() => copyText(apiKey)}>
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
