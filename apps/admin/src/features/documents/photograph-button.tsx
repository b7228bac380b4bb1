import { makeButtonClass, Spinner } from '@institute/ui/button.tsx';
import { Camera } from 'lucide-react';
import { useId, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { shrinkPaperPhoto } from '../../images/shrink-image.ts';
import { encodeBase64 } from './base64.ts';
import type { DocumentItem } from './document-words.ts';

type PhotographProps = { id: number; item: Pick<DocumentItem, 'ask' | 'label'> };

/** Photographs a paper at the desk. A phone opens its camera, a computer asks for a file. */
export function PhotographButton({ id, item: { ask, label } }: PhotographProps) {
  const { mutateAsync: addPage } = admin.documents.addPage.useMutation();
  const [isPending, setPending] = useState(false);
  const runChange = useChange();
  const inputId = useId();
  const sendPhoto = async (file: File) => {
    setPending(true);
    await runChange(
      async () => addPage({ id, ask, bytes: await encodeBase64(await shrinkPaperPhoto(file)) }),
      {
        done: 'Page added',
        failed: 'The page was not added',
      },
    );
    setPending(false);
  };
  return (
    <span className="relative">
      <input
        id={inputId}
        type="file"
        accept="image/*"
        capture="environment"
        disabled={isPending}
        aria-label={`Photograph ${label}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void sendPhoto(file);
          // The same file can be chosen again after a failure.
          target.value = '';
        }}
        className="peer sr-only"
      />
      <label
        htmlFor={inputId}
        className={makeButtonClass({
          variant: 'outline',
          size: 'sm',
          className:
            'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-disabled:cursor-default peer-disabled:opacity-60',
        })}
      >
        {isPending ? <Spinner /> : <Camera aria-hidden />}
        {isPending ? 'Sending...' : 'Photograph'}
      </label>
    </span>
  );
}
