import { formatDateTime } from '@institute/contract/time';
import { type ReactNode, useState } from 'react';
import { DetailLine } from '../../admin-ui/detail-line.tsx';
import { useChange } from '../../admin-ui/use-change.ts';
import { type AdminAnswers, admin, failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { money } from '../../ui/money.ts';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { ArrivalForm } from './arrival-form.tsx';
import { DonationState, methodNames } from './donation-words.tsx';
import { NoticeList } from './payment-notices.tsx';

type Detail = AdminAnswers['donations']['get'];

/** The details of a donation and what the office can do with it. */
export function DonationDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch, isFetching } = admin.donations.get.useQuery({ id });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data ? `Donation of ${data.name}` : 'Donation'}
      description={data && money(data.currency, data.amount)}
      size="lg"
    >
      {data ? (
        <Details donation={data} />
      ) : error ? (
        <ErrorState
          title="This donation could not be loaded"
          description={failureOf(error).message}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      ) : (
        <SkeletonGroup className="flex flex-col gap-5">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-20 w-full" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

function Details({ donation }: { donation: Detail }) {
  const [isMarking, setMarking] = useState(false);
  const { name, email, phone, method, note, txRef, receiptNumber, paidAt, createdAt, nextCheckAt } = donation;
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-2 [&_a]:underline">
        <DetailLine label="Name">{name}</DetailLine>
        <DetailLine label="State">
          <DonationState {...donation} />
        </DetailLine>
        <DetailLine label="Email">{email && <a href={`mailto:${email}`}>{email}</a>}</DetailLine>
        <DetailLine label="Phone">{phone}</DetailLine>
        <DetailLine label="Method">{methodNames[method]}</DetailLine>
        <DetailLine label="Receipt">{receiptNumber}</DetailLine>
        <DetailLine label="Started">{formatDateTime(createdAt)}</DetailLine>
        <DetailLine label="Received">{paidAt && formatDateTime(paidAt)}</DetailLine>
        <DetailLine label="Reference">
          <a href={`/donations/${txRef}`} target="_blank" rel="noreferrer">
            {txRef}
          </a>
        </DetailLine>
        {nextCheckAt && (
          <DetailLine label="The provider is asked again">{formatDateTime(nextCheckAt)}</DetailLine>
        )}
        {note && <DetailLine label="Note">{note}</DetailLine>}
      </dl>
      {donation.receipts.length > 0 && (
        <Part title="Receipts by Mail">
          <ul className="flex flex-col gap-1">
            {donation.receipts.map((mail) => (
              <li key={mail.id}>{receiptLine(mail)}</li>
            ))}
          </ul>
        </Part>
      )}
      {donation.notices.length > 0 && (
        <Part title="Notices of the Provider">
          <NoticeList notices={donation.notices} />
        </Part>
      )}
      {donation.status === 'successful' ? (
        email && <ResendReceipt id={donation.id} />
      ) : isMarking ? (
        <ArrivalForm id={donation.id} onDone={() => setMarking(false)} />
      ) : (
        <DialogFooter>
          <Button onClick={() => setMarking(true)}>Mark as Received</Button>
        </DialogFooter>
      )}
    </div>
  );
}

function receiptLine({ state, sentAt, createdAt, lastError }: Detail['receipts'][number]): string {
  if (state === 'sent') return `Sent ${formatDateTime(sentAt ?? createdAt)}`;
  const reason = lastError ? `: ${lastError}` : '';
  return `${state === 'parked' ? 'Could not be sent' : 'Waits to be sent'}${reason}`;
}

function ResendReceipt({ id }: { id: number }) {
  const change = useChange();
  const { mutateAsync: resend, isPending } = admin.donations.resendReceipt.useMutation();
  const send = () =>
    change(() => resend({ id }), {
      done: 'The receipt is on its way again',
      failed: 'The receipt could not be sent',
    });
  return (
    <DialogFooter>
      <Button variant="outline" pending={isPending} onClick={send}>
        Resend Receipt
      </Button>
    </DialogFooter>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <Heading level={3}>{title}</Heading>
      {children}
    </section>
  );
}
