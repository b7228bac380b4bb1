import { documentFormats } from '@institute/contract/uploads.constants';
import { makeButtonClass, Spinner } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { FieldError } from '@institute/ui/field.tsx';
import { Progress } from '@institute/ui/progress.tsx';
import { FileUp, ImageUp } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type ReactNode, type Ref, useId, useState } from 'react';

const documentTypes = Object.entries(documentFormats)
  .flatMap(([format, { type }]) => [type, `.${format}`])
  .join(',');

const fileKinds = {
  picture: {
    accept: 'image/*',
    choose: 'Choose a picture',
    chooseMany: 'Choose pictures',
    limits: 'JPEG, PNG, WebP, AVIF or GIF, up to 10 MB',
    icon: ImageUp,
  },
  pdf: {
    accept: 'application/pdf,.pdf',
    choose: 'Choose a PDF',
    chooseMany: 'Choose PDFs',
    limits: 'A PDF, up to 10 MB',
    icon: FileUp,
  },
  document: {
    accept: documentTypes,
    choose: 'Choose a document',
    chooseMany: 'Choose documents',
    limits: 'PDF or Word (.docx), up to 10 MB',
    icon: FileUp,
  },
  file: {
    accept: `image/*,${documentTypes}`,
    choose: 'Choose a file',
    chooseMany: 'Choose files',
    limits: 'Pictures, PDF or Word (.docx), up to 10 MB',
    icon: FileUp,
  },
} as const;
export type FileKind = keyof typeof fileKinds;

type FileDropProps = {
  kind: FileKind;
  name?: string;
  legend: string;
  hint?: string | undefined;
  /** A number from 0 to 1. Null when no upload runs. */
  progress: number | null;
  disabled: boolean;
  multiple?: boolean;
  required?: boolean | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  onFiles: (files: File[]) => void;
  aside?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
};

export function FileDrop({
  kind,
  name,
  legend,
  hint,
  progress,
  disabled,
  multiple = false,
  required,
  error,
  ref,
  onFiles,
  aside,
  actions,
  children,
}: FileDropProps) {
  const { accept, choose, chooseMany, limits, icon: Icon } = fileKinds[kind];
  const id = useId();

  const takeAcceptedFiles = (list: FileList | null | undefined) => {
    const acceptedFiles = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    if (acceptedFiles.length > 0 && !disabled) onFiles(acceptedFiles);
  };
  const { isOver, ...dropHandlers } = useFileDrop(takeAcceptedFiles);

  return (
    <fieldset
      // A click outside the controls focuses the box, so that it receives a paste.
      tabIndex={-1}
      {...dropHandlers}
      className={cx(
        'flex min-w-0 flex-col gap-4 rounded-control border p-4 transition-colors',
        isOver ? 'border-green bg-green-soft' : error ? 'border-danger' : 'border-line',
      )}
    >
      <legend className="px-1 text-base font-semibold">
        {legend}
        {required && (
          <span aria-hidden className="text-clay-deep">
            {' *'}
          </span>
        )}
      </legend>
      {hint && <p className="-mt-2 text-sm text-muted">{hint}</p>}
      <div className="flex flex-wrap items-center gap-4">
        {aside}
        <div className="relative flex min-w-0 grow basis-56 flex-col gap-1">
          <div className="flex flex-wrap gap-2">
            <input
              id={id}
              name={name}
              ref={ref}
              type="file"
              accept={accept}
              multiple={multiple}
              disabled={disabled}
              onChange={({ target }) => {
                takeAcceptedFiles(target.files);
                // The same file can be chosen again after a failure.
                target.value = '';
              }}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
              className="peer sr-only"
            />
            <label
              htmlFor={id}
              className={makeButtonClass({
                variant: 'outline',
                size: 'sm',
                className:
                  'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-disabled:cursor-default peer-disabled:opacity-60',
              })}
            >
              {disabled ? <Spinner /> : <Icon aria-hidden />}
              {disabled ? 'Uploading...' : multiple ? chooseMany : choose}
            </label>
            {actions}
          </div>
          {progress === null ? (
            <p id={`${id}-hint`} className="text-sm text-muted">
              Or drop or paste {multiple ? 'them' : 'it'} here. {limits}
            </p>
          ) : (
            <Progress
              value={Math.round(progress * 100)}
              max={100}
              label="Upload"
              text={`${Math.round(progress * 100)} %`}
              className="my-1 max-w-60"
            />
          )}
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      </div>
      {children}
    </fieldset>
  );
}

/** What the box needs to take files that are dropped or pasted. */
function useFileDrop(take: (list: FileList) => void) {
  const [isOver, setOver] = useState(false);
  const markDragOrTakeFiles = (event: DragEvent, over: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(over);
    if (event.type === 'drop') take(event.dataTransfer.files);
  };
  const pasteFiles = (event: ClipboardEvent) => {
    // Word processors add a picture of the copied text to the clipboard, which must not be uploaded.
    if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };
  return {
    isOver,
    onDragEnter: (event: DragEvent) => markDragOrTakeFiles(event, true),
    onDragOver: (event: DragEvent) => markDragOrTakeFiles(event, true),
    onDragLeave: (event: DragEvent) =>
      markDragOrTakeFiles(event, event.currentTarget.contains(event.relatedTarget as Node | null)),
    onDrop: (event: DragEvent) => markDragOrTakeFiles(event, false),
    onPaste: pasteFiles,
  };
}
