import type { AskedDocuments } from '@institute/contract';
import {
  describeMissingCount,
  documentFaults,
  documentsPath,
} from '@institute/contract/applicant-documents.constants';
import type { PostedValues } from '@institute/contract/page-bundle';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { AskCard } from './ask-card.tsx';
import { TicketForm } from './ticket-form.tsx';
import { useSender } from './use-sender.ts';

type AskedListProps = { first: AskedDocuments; posted: PostedValues };

/** Everything that is asked of one applicant, with what was given. Works as posted forms too. */
export function AskedList({ first, posted }: AskedListProps) {
  const { view, faults, sending, sender, isPosting } = useSender(first, posted);
  const { waiting = [], previews, pauseNote } = sending ?? {};
  if (sending?.hasEnded)
    return (
      // The page is much shorter now, and would show its foot
      <div ref={focusPart} tabIndex={-1} className="scroll-mt-24 outline-none">
        <TicketForm posted={{ ...posted, values: {}, faults: [], message: documentFaults.ended }} />
      </div>
    );
  // Others stand beside what they are about
  const faultKeyWithoutAsk = Object.keys(faults).find((id) => view.asks.every((ask) => ask.id !== id));
  const faultMessageWithoutAsk = faultKeyWithoutAsk === undefined ? '' : faults[faultKeyWithoutAsk];
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <p className="text-muted">
          Application <span translate="no">{view.reference}</span>
          {view.program && `, ${view.program}`}
        </p>
        <p role="status" className="text-xl font-semibold">
          {describeMissingCount(view.missing) || (waiting.length === 0 && 'Nothing is missing. Thank you!')}
        </p>
        <p className="text-muted">You can send a part now and the rest later. What has arrived is safe.</p>
      </div>
      {faultMessageWithoutAsk && <Alert tone="danger" title={faultMessageWithoutAsk} />}
      {pauseNote && (
        <Alert tone="warning" title={pauseNote}>
          We try again by ourselves.
        </Alert>
      )}
      {sending?.isUnkept && (
        <Alert tone="warning" title="This phone has no room to keep pages.">
          Leave this page open until they have arrived.
        </Alert>
      )}
      <ul className="flex flex-col gap-4">
        {view.asks.map((ask) => (
          <li key={ask.id}>
            <AskCard
              ask={ask}
              sender={sender}
              isPosting={isPosting}
              waiting={waiting.filter((page) => page.ask === ask.id)}
              previews={previews}
              fault={faults[ask.id]}
            />
          </li>
        ))}
      </ul>
      <LeaveDocumentsForm waitingCount={waiting.length} />
    </div>
  );
}

const focusPart = (part: HTMLElement | null) => part?.focus();

const LeaveDocumentsForm = ({ waitingCount }: { waitingCount: number }) => (
  <Form method="post" action={documentsPath} className="flex flex-col items-start gap-2">
    <input type="hidden" name="action" value="leave" />
    <Button type="submit" variant="outline">
      Finish on this phone
    </Button>
    <p className="max-w-text text-sm text-muted">
      Press it when others use this phone or computer too: nobody after you sees what you have sent.
      {waitingCount > 0 &&
        ' What has not arrived waits here, sealed, for 24 hours: type your reference again to send it.'}
    </p>
  </Form>
);
