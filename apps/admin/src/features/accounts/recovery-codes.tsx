import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { downloadFile } from '../../parts/download-file.ts';

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void };

/** The server keeps only hashes of the codes, so they are shown once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warning" title="Keep these recovery codes now. They are not shown again.">
        Each of them signs you in once when you do not have your phone. Print them, or keep them where you
        keep your passwords.
      </Alert>
      <ul
        aria-label="Recovery codes"
        translate="no"
        className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          onClick={() => downloadFile('recovery-codes.txt', `${codes.join('\r\n')}\r\n`, 'text/plain')}
        >
          Download
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  );
}
