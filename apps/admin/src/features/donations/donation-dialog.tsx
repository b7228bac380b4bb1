import { makeDonationCode, methodNames } from '@institute/contract/donations.constants';
import { formatMoney } from '@institute/contract/money';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { type ReactNode, useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { Loading } from '../../ui/load-error.tsx';
import { MessageSendingState, useDescribeSentMessage } from '../../ui/outbox-message.tsx';
import { DetailLine } from '../../ui/titled-section.tsx';
import { useFileDownload } from '../../ui/use-file-download.ts';
import { DonationState } from './donation-state.tsx';
import { ArrivalDialog, CancelDonationDialog } from './donation-step-dialogs.tsx';
import { NoticeList } from './payment-notice-list.tsx';
import { ReceivedDonationDialog } from './received-donation-dialog.tsx';

type DonationDetails = AdminAnswers['donations']['get'];

type DonationDialogProps = { id: number; onShow: (id: number) => void; onClose: () => void };

export function DonationDialog({ id, onShow, onClose }: DonationDialogProps) {
  const donationQuery = admin.donations.get.useQuery({ id });
  const { data } = donationQuery;
  return (
    <Dialog
      onClose={onClose}
      title={data ? `Donation of ${data.name}` : 'Donation'}
      description={data && formatMoney(data.currency, data.amount)}
      size="lg"
    >
      <Loading query={donationQuery} failed="This donation could not be loaded" skeleton={skeleton}>
        {(donation) => <DonationDetailParts donation={donation} onShow={onShow} />}
      </Loading>
    </Dialog>
  );
}

const skeleton = <Skeletons heights={['h-40', 'h-20']} />;

function DonationDetailParts({
  donation,
  onShow,
}: {
  donation: DonationDetails;
  onShow: (id: number) => void;
}) {
  const { name, email, phone, method, note, txRef, receiptNumber, paidAt, createdAt, nextCheckAt } = donation;
  const { cancellationNumber, cancelledAt, cancelReason, corrects, correctedBy } = donation;
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-2 [&_a]:underline">
        <DetailLine label="Name">{name}</DetailLine>
        <DetailLine label="Status">
          <DonationState {...donation} />
        </DetailLine>
        <DetailLine label="Email">
          {email && (
            <a href={`mailto:${email}`}>
              <EmailAddress>{email}</EmailAddress>
            </a>
          )}
        </DetailLine>
        <DetailLine label="Phone">{phone}</DetailLine>
        <DetailLine label="Method">{methodNames[method]}</DetailLine>
        <DetailLine label="Receipt">{receiptNumber}</DetailLine>
        <DetailLine label="Started">{formatDateTime(createdAt)}</DetailLine>
        <DetailLine label="Received">
          {paidAt && (method === 'online' ? formatDateTime(paidAt) : formatDate(paidAt))}
        </DetailLine>
        <DetailLine label="Reference">
          <a href={`/donations/${txRef}`} target="_blank" rel="noreferrer">
            {txRef}
          </a>
        </DetailLine>
        <DetailLine label="Short reference">{makeDonationCode(donation.id)}</DetailLine>
        {nextCheckAt && (
          <DetailLine label="The provider is asked again">{formatDateTime(nextCheckAt)}</DetailLine>
        )}
        {note && <DetailLine label="Note">{note}</DetailLine>}
        {cancelledAt && (
          <>
            <DetailLine label="Counter-receipt">{cancellationNumber}</DetailLine>
            <DetailLine label="Cancelled">{formatDateTime(cancelledAt)}</DetailLine>
            <DetailLine label="Reason">{cancelReason}</DetailLine>
          </>
        )}
        {corrects && (
          <DetailLine label="Corrects">
            <OtherDonation {...corrects} onShow={onShow} />
          </DetailLine>
        )}
        {correctedBy && (
          <DetailLine label="Corrected by">
            <OtherDonation {...correctedBy} onShow={onShow} />
          </DetailLine>
        )}
      </dl>
      <DonationEmails title="Receipts by Email" emails={donation.receipts} />
      <DonationEmails title="Counter-receipts by Email" emails={donation.counterReceipts} />
      {donation.notices.length > 0 && (
        <DonationPart title="Notices of the Provider">
          <NoticeList notices={donation.notices} />
        </DonationPart>
      )}
      <DonationActions donation={donation} onShow={onShow} />
    </div>
  );
}

type OtherDonationProps = { id: number; receiptNumber: string | null; onShow: (id: number) => void };

const OtherDonation = ({ id, receiptNumber, onShow }: OtherDonationProps) => (
  <button type="button" className="min-h-6 underline" onClick={() => onShow(id)}>
    {receiptNumber}
  </button>
);

type DonationStep = 'receive' | 'correct' | 'cancel';

/** Only donations that the office recorded can be corrected or cancelled. */
function DonationActions({ donation, onShow }: { donation: DonationDetails; onShow: (id: number) => void }) {
  const [step, setStep] = useState<DonationStep | null>(null);
  const { id, txRef, status, method, email } = donation;
  const closeStep = () => setStep(null);
  const isPaid = status === 'successful';
  const isCancelled = status === 'cancelled';
  const isOwner = useMaySee()('owner');
  const isRecordedByOffice = isPaid && method !== 'online';
  const mayCancelDonation = isRecordedByOffice && (isOwner || method !== 'cash');
  return (
    <DialogFooter>
      {isCancelled && <IssueCounterReceipt id={id} />}
      {!isPaid && !isCancelled && <Button onClick={() => setStep('receive')}>Mark as Received</Button>}
      {isRecordedByOffice && !isOwner && (
        <p className="mr-auto text-sm text-muted">
          {method === 'cash'
            ? 'Only an owner cancels or corrects cash.'
            : 'Only an owner cancels or corrects what somebody else or an earlier day recorded.'}
        </p>
      )}
      {mayCancelDonation && (
        <>
          <Button variant="outline" onClick={() => setStep('cancel')}>
            Cancel Donation
          </Button>
          <Button variant="outline" onClick={() => setStep('correct')}>
            Correct
          </Button>
        </>
      )}
      {isPaid && (
        <a
          href={`/donations/${txRef}/receipt.pdf`}
          download
          className={makeButtonClass({ variant: 'outline' })}
        >
          Receipt (PDF)
        </a>
      )}
      {isPaid && email && <ResendReceipt id={id} />}
      {step === 'receive' && <ArrivalDialog id={id} onClose={closeStep} />}
      {step === 'cancel' && <CancelDonationDialog donation={donation} onClose={closeStep} />}
      {step === 'correct' && (
        <ReceivedDonationDialog
          wrong={donation}
          onClose={(corrected) => {
            closeStep();
            if (corrected) onShow(corrected);
          }}
        />
      )}
    </DialogFooter>
  );
}

function DonationEmails({ title, emails }: { title: string; emails: DonationDetails['receipts'] }) {
  if (emails.length === 0) return null;
  return (
    <DonationPart title={title}>
      <ul className="flex flex-col gap-1">
        {emails.map((email) => (
          <li key={email.id}>
            <MessageSendingState message={email} className="flex flex-wrap items-center gap-x-2 gap-y-1" />
          </li>
        ))}
      </ul>
    </DonationPart>
  );
}

function ResendReceipt({ id }: { id: number }) {
  const { change, outcome } = useChangeWithOutcome();
  const describeSentEmail = useDescribeSentMessage('email');
  const { mutateAsync: resend, isPending } = admin.donations.resendReceipt.useMutation();
  const sendReceipt = () =>
    change(() => resend({ id }), {
      done: describeSentEmail('The receipt is on its way again'),
      failed: 'The receipt could not be sent',
    });
  return (
    <>
      <OutcomeLine outcome={outcome} />
      <Button variant="outline" pending={isPending} onClick={sendReceipt}>
        Resend Receipt
      </Button>
    </>
  );
}

/**
 * The counter-receipt of a cancelled donation is loaded with the session, because visitors cannot download
 * it.
 */
function IssueCounterReceipt({ id }: { id: number }) {
  const { donations } = admin.useUtils();
  const { isLoading, startDownload, outcome } = useFileDownload(
    () => donations.counterReceipt.fetch({ id }),
    'The counter-receipt could not be loaded',
  );
  return (
    <>
      <OutcomeLine outcome={outcome} />
      <Button variant="outline" pending={isLoading} onClick={startDownload}>
        Counter-receipt (PDF)
      </Button>
    </>
  );
}

function DonationPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <Heading level={3}>{title}</Heading>
      {children}
    </section>
  );
}
