import { documentsPath } from '@institute/contract/applicant-documents.constants';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Camera, FilePlus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { AskCardProps } from './ask-card-props.ts';

export const ACCEPTED_FILES = 'image/*,application/pdf';

/** The files of a field, which can be used again. */
export function takeFilesFromField(field: HTMLInputElement): File[] {
  const filesInField = [...(field.files ?? [])];
  field.value = '';
  return filesInField;
}

type FilePickerProps = Pick<AskCardProps, 'ask' | 'sender' | 'isPosting'> & {
  hasPages: boolean;
  isFull: boolean;
};

/** A field of the browser, which works without scripts. With them, two buttons for it: the camera, and files. */
export function FilePicker({ ask, sender, isPosting, hasPages, isFull }: FilePickerProps) {
  const files = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const fileId = useId();
  const sendChosenFiles = (field: HTMLInputElement | null) => {
    const filesToSend = sender && field ? takeFilesFromField(field) : [];
    if (filesToSend.length > 0) void sender?.addFiles(ask.id, filesToSend);
  };
  // What was chosen before the code had come
  const sendFilesChosenEarly = useEffectEvent(() => sendChosenFiles(files.current));
  useEffect(() => {
    if (sender) sendFilesChosenEarly();
  }, [sender]);
  const fieldLabel = hasPages ? 'Photo of another page, or a PDF' : 'Photo of the page, or a PDF';
  const withoutScript = isPosting ? undefined : 'without-script';
  return (
    <Form
      method="post"
      action={documentsPath}
      encType="multipart/form-data"
      className={cx('flex flex-wrap items-end gap-3', isFull && withoutScript)}
      onSubmit={(event) => {
        if (!sender) return;
        event.preventDefault();
        sendChosenFiles(files.current);
      }}
    >
      <input type="hidden" name="action" value="send" />
      <input type="hidden" name="ask" value={ask.id} />
      <div className={sender ? 'hidden' : 'flex min-w-0 flex-col gap-1.5'}>
        <label htmlFor={fileId} className="text-base font-semibold">
          {fieldLabel}
          <span className="sr-only">{`: ${ask.label}`}</span>
        </label>
        <input
          ref={files}
          id={fileId}
          type="file"
          name="file"
          required={!sender}
          multiple={sender !== undefined}
          accept={ACCEPTED_FILES}
          className="min-h-11 max-w-full text-base text-muted file:mr-3 file:min-h-11 file:rounded-control file:border file:border-edge file:bg-card file:px-4 file:font-semibold file:text-ink"
          onChange={({ currentTarget }) => sendChosenFiles(currentTarget)}
        />
      </div>
      {!sender && ask.pages.length > 0 && (
        <Field label="Its place" className={withoutScript}>
          <Select
            name="replaces"
            choices={ask.pages.map(({ sha256 }, at) => [sha256, `Instead of page ${at + 1}`])}
          >
            {!isFull && <option value="">After the last page</option>}
          </Select>
        </Field>
      )}
      {!sender && (
        <Button type="submit" variant="outline" className={withoutScript}>
          Send this page
        </Button>
      )}
      {sender && (
        <>
          <Button
            onClick={() => cameraInput.current?.click()}
            variant={hasPages ? 'outline' : 'primary'}
            className="pointer-fine:hidden"
          >
            <Camera aria-hidden />
            {hasPages ? 'Next page' : 'Take a photo'}
            <span className="sr-only">{`: ${ask.label}`}</span>
          </Button>
          <Button onClick={() => files.current?.click()} variant="outline">
            <FilePlus aria-hidden />
            {hasPages ? 'Add files' : 'Choose files'}
            <span className="sr-only">{`: ${ask.label}`}</span>
          </Button>
          <input
            ref={cameraInput}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            onChange={({ currentTarget }) => sendChosenFiles(currentTarget)}
          />
        </>
      )}
    </Form>
  );
}
