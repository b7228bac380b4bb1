import { isAborted } from '@institute/client/transport';
import { countItems } from '@institute/contract/count-items';
import { formatBytes } from '@institute/contract/text';
import { Button } from '@institute/ui/button.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Progress } from '@institute/ui/progress.tsx';
import { toast } from '@institute/ui/toast.ts';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { downloadWithTicket } from '../../api/ticket-download.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { downloadFile } from '../../ui/download-file.ts';

type GivenDocuments = AdminAnswers['privacy']['find']['documents'];

type PersonCopySectionProps = {
  person: string;
  documents: GivenDocuments;
  /** Buttons beside the one for the copy. */
  children: ReactNode;
};

/** Leaving the screen ends the download. */
export function PersonCopySection({ person, documents, children }: PersonCopySectionProps) {
  const id = useId();
  const { startDownload, stopDownload, isPending, receivedBytes, outcome } = useCopyDownload(person);
  return (
    <div className="flex flex-col gap-3">
      <p id={id} className="max-w-text text-sm text-muted">
        {describeCopy(documents)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          pending={isPending}
          aria-describedby={id}
          onClick={() => void startDownload()}
        >
          Download a Copy
        </Button>
        {receivedBytes !== undefined && (
          <Button variant="ghost" onClick={stopDownload}>
            Stop
          </Button>
        )}
        {children}
      </div>
      {receivedBytes !== undefined && (
        <DownloadProgress receivedBytes={receivedBytes} expectedBytes={documents?.bytes ?? 0} />
      )}
      <OutcomeLine outcome={outcome} />
    </div>
  );
}

function DownloadProgress(bytes: { receivedBytes: number; expectedBytes: number }) {
  const { receivedBytes, expectedBytes } = bytes;
  const progressText =
    expectedBytes > receivedBytes
      ? `${formatBytes(receivedBytes)} of about ${formatBytes(expectedBytes)}`
      : formatBytes(receivedBytes);
  return (
    <div className="flex flex-col gap-1">
      <Progress
        label="Download"
        value={receivedBytes}
        max={Math.max(receivedBytes, expectedBytes)}
        text={progressText}
        className="max-w-96"
      />
      <p className="text-sm text-muted">{progressText}</p>
    </div>
  );
}

/** The server sends the pages only to who has the right to documents. */
function describeCopy(documents: GivenDocuments): string {
  if (!documents)
    return 'The copy is a ZIP file with all data but documents, to which your account has no right.';
  if (documents.pages === 0) return 'The copy is a ZIP file with all data.';
  return `The copy is a ZIP file with all data and ${countItems(documents.pages, 'page')} of documents.`;
}

function useCopyDownload(person: string) {
  const { mutateAsync: makeTicket } = admin.privacy.exportTicket.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  const [isPending, setPending] = useState(false);
  const [receivedBytes, setReceivedBytes] = useState<number>();
  const download = useRef<AbortController>(undefined);
  const stopDownload = () => download.current?.abort();
  useEffect(() => () => download.current?.abort(), []);

  const saveCopy = async (signal: AbortSignal) => {
    try {
      const ticket = await makeTicket({ person });
      const copy = await downloadWithTicket(ticket, { signal, onProgress: setReceivedBytes });
      downloadFile('personal-data.zip', copy, 'application/zip');
      toast.success('Copy downloaded');
    } catch (error) {
      // Somebody who stops a download knows it
      if (!isAborted(error)) throw error;
    }
  };
  const startDownload = async () => {
    download.current = new AbortController();
    const { signal } = download.current;
    setPending(true);
    await change(() => saveCopy(signal), { failed: 'The copy was not downloaded' });
    setPending(false);
    setReceivedBytes(undefined);
  };
  return { startDownload, stopDownload, isPending, receivedBytes, outcome };
}
