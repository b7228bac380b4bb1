import type { Registration } from '@institute/contract';
import { formatDateTime } from '@institute/contract/time';
import type { AdminAnswers } from '../../api/admin.ts';
import { AgreedTerms } from './agreed-terms.tsx';
import { Frame } from './registration-sections.tsx';
import { StatusBadge } from './registration-words.tsx';

type Step = AdminAnswers['registrations']['get']['history'][number];

type RegistrationHistoryProps = { history: Step[]; registration: Registration };

/** Newest first. */
export function RegistrationHistory({ history, registration }: RegistrationHistoryProps) {
  return (
    <Frame title="History">
      <ol className="mt-2 flex flex-col divide-y divide-line">
        {history.map((step) => (
          <li key={step.id} className="py-2.5">
            <p className="flex flex-wrap items-center gap-2">
              {step.from === step.to ? (
                'Note changed'
              ) : (
                <>
                  <StatusBadge status={step.from} /> <span className="sr-only">to</span>
                  <span aria-hidden>→</span> <StatusBadge status={step.to} />
                </>
              )}
            </p>
            {step.note && <p className="mt-1 wrap-anywhere whitespace-pre-line">{step.note}</p>}
            <Signed by={step.by ?? 'System'} at={step.at} />
          </li>
        ))}
        <li className="py-2.5">
          Sent
          <Signed by="by the applicant" at={registration.createdAt} />
          <AgreedTerms registration={registration} />
        </li>
      </ol>
    </Frame>
  );
}

function Signed({ by, at }: { by: string; at: string }) {
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {by}, <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
  );
}
