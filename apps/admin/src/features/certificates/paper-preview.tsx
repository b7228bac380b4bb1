import type { CertificateIssue } from '@institute/contract';
import { Alert } from '@institute/ui/alert.tsx';
import { IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Skeleton } from '@institute/ui/skeleton.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { readFailureReason } from '../../forms/field-errors.ts';
import { usePreview } from '../../ui/use-preview.ts';

type PaperPreviewProps = CertificateIssue & {
  /** Faults that the fields show. */
  said: (string | undefined)[];
};

/** The certificate of one person as it will be printed, or the reason why it cannot be. */
export function PaperPreview({ registrations, said, ...day }: PaperPreviewProps) {
  const [place, setPlace] = useState(0);
  const shownRegistration = registrations.slice(place, place + 1);
  const { client } = admin.useUtils();
  const { data, error, isFetching } = usePreview(
    'certificates.preview',
    { registrations: shownRegistration, ...day },
    (input) => client.certificates.preview.mutate(input),
  );
  const previewFault = error && readFailureReason(toApiFailure(error));
  const certificateCount = registrations.length;
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      {certificateCount > 1 && (
        <div className="flex items-center justify-between gap-2">
          <IconButton label="Previous paper" disabled={place === 0} onClick={() => setPlace(place - 1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <p>
            Paper {place + 1} of {certificateCount}
          </p>
          <IconButton
            label="Next paper"
            disabled={place === certificateCount - 1}
            onClick={() => setPlace(place + 1)}
          >
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      )}
      {previewFault && !said.includes(previewFault) && <Alert tone="warning" title={previewFault} />}
      {!data && !previewFault && <Skeleton className="aspect-[842/595] w-full" />}
      {data && !previewFault && (
        <img
          src={data.picture}
          alt={`The certificate of ${shownRegistration[0]?.holder ?? ''} as it will be printed`}
          width={1682}
          height={1190}
          className={cx('h-auto w-full border border-line', isFetching && 'opacity-60')}
        />
      )}
    </section>
  );
}
