import { formatDateTime } from '@institute/contract/time';
import { ChevronDown } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { TitledSection } from '../../ui/titled-section.tsx';

type PaymentNotice = AdminAnswers['donations']['notices'][number];

/** Payments of these notices match no donation of this site. */
export function PaymentNotices() {
  const { data = [] } = admin.donations.notices.useQuery();
  if (data.length === 0) return null;
  return (
    <TitledSection title="Notices to Review" className="mt-4">
      <p className="max-w-text text-muted">
        The payment provider has sent these about payments that did not begin on this site, or about something
        else than a payment. They count for nothing until somebody has looked into them.
      </p>
      <NoticeList notices={data} />
    </TitledSection>
  );
}

export function NoticeList({ notices }: { notices: PaymentNotice[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {notices.map(({ id, provider, event, txRef, body, createdAt }) => (
        <li key={id} className="rounded-control border border-line bg-card">
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 px-4 py-2">
              <span className="font-semibold">{event ?? 'Unknown event'}</span>
              <span className="wrap-anywhere">{txRef ?? 'No reference'}</span>
              {provider && <span className="text-muted capitalize">{provider}</span>}
              <time dateTime={createdAt} className="text-muted">
                {formatDateTime(createdAt)}
              </time>
              <ChevronDown
                className="ml-auto size-5 text-muted group-open:rotate-180"
                strokeWidth={1.75}
                aria-hidden
              />
            </summary>
            <pre className="overflow-x-auto border-t border-line p-4 text-sm whitespace-pre-wrap wrap-anywhere">
              {indentJson(body)}
            </pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
