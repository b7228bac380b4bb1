import { Button } from '@institute/ui/button.tsx';
import { ExternalLink, X } from 'lucide-react';
import { FileField, useFileAddress } from './file-field.tsx';
import { usePdfUpload } from './use-upload.ts';

export function DocumentField({ name, label }: { name: string; label: string }) {
  const { address, setAddress } = useFileAddress(name);
  return (
    <FileField
      name={name}
      kind="pdf"
      legend={label}
      missing="Add a PDF"
      urlLabel="Document URL"
      upload={usePdfUpload()}
      actions={
        address && (
          <Button variant="ghost" size="sm" onClick={() => setAddress('')}>
            <X aria-hidden />
            Remove document
          </Button>
        )
      }
    >
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-2 self-start break-all text-green underline underline-offset-4"
        >
          {readFileName(address)}
          <ExternalLink aria-hidden className="size-4 shrink-0" />
        </a>
      )}
    </FileField>
  );
}

const readFileName = (address: string): string => address.split(/[?#]/, 1)[0]?.split('/').at(-1) || address;
