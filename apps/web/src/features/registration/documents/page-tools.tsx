import { documentsPath } from '@institute/contract/applicant-documents.constants';
import { IconButton } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { ArrowDown, ArrowUp, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { AskCardProps } from './ask-card-props.ts';
import { ACCEPTED_FILES, takeFilesFromField } from './file-picker.tsx';
import { movePage } from './page-order.ts';

type PageToolsProps = Pick<AskCardProps, 'ask' | 'sender'> & { at: number; hashes: readonly string[] };

export function PageTools({ ask, at, hashes, sender }: PageToolsProps) {
  const replacementFileInput = useRef<HTMLInputElement>(null);
  const sha256 = hashes[at] ?? '';
  const pageName = `page ${at + 1} of ${ask.label}`;
  const makePageMover = (to: number) => sender && (() => sender.orderPages(ask.id, movePage(hashes, at, to)));
  const removeThisPage = sender && (() => sender.removePage(ask.id, sha256));
  const sharedToolProps = { ask: ask.id, sha256 };
  return (
    <div className="flex shrink-0 max-sm:-mb-1 max-sm:basis-full max-sm:justify-end">
      {hashes.length > 1 && (
        <>
          <PageToolForm
            {...sharedToolProps}
            action="up"
            label={`Move ${pageName} up`}
            isOff={at === 0}
            act={makePageMover(at - 1)}
          >
            <ArrowUp aria-hidden />
          </PageToolForm>
          <PageToolForm
            {...sharedToolProps}
            action="down"
            label={`Move ${pageName} down`}
            isOff={at === hashes.length - 1}
            act={makePageMover(at + 1)}
          >
            <ArrowDown aria-hidden />
          </PageToolForm>
        </>
      )}
      {sender && (
        <>
          <IconButton label={`Replace ${pageName}`} onClick={() => replacementFileInput.current?.click()}>
            <RefreshCw aria-hidden />
          </IconButton>
          <input
            ref={replacementFileInput}
            type="file"
            hidden
            accept={ACCEPTED_FILES}
            onChange={({ currentTarget }) =>
              void sender.addFiles(ask.id, takeFilesFromField(currentTarget), sha256)
            }
          />
        </>
      )}
      <PageToolForm {...sharedToolProps} action="remove" label={`Remove ${pageName}`} act={removeThisPage}>
        <Trash2 aria-hidden />
      </PageToolForm>
    </div>
  );
}

type ToolProps = {
  ask: string;
  sha256: string;
  action: 'up' | 'down' | 'remove';
  label: string;
  isOff?: boolean;
  /** Undefined while the form is posted. */
  act: (() => Promise<boolean>) | undefined;
  children: ReactNode;
};

/** A small form, so that it works without scripts. */
const PageToolForm = ({ ask, sha256, action, label, isOff, act, children }: ToolProps) => (
  <Form
    method="post"
    action={documentsPath}
    onSubmit={async (event) => {
      if (!act && !isOff) return;
      event.preventDefault();
      const button = event.currentTarget.querySelector('button');
      const card = event.currentTarget.closest('section');
      if (isOff || !act) return;
      await act();
      // A moved page loses the focus, and a removed one has no button any more
      setTimeout(() => (button?.isConnected ? button : card)?.focus({ preventScroll: true }));
    }}
  >
    <input type="hidden" name="action" value={action} />
    <input type="hidden" name="ask" value={ask} />
    <input type="hidden" name="page" value={sha256} />
    <IconButton type="submit" label={label} aria-disabled={isOff}>
      {children}
    </IconButton>
  </Form>
);
