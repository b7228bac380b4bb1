import { Field, Input } from '@institute/ui/field.tsx';
import { type ReactNode, useImperativeHandle, useRef, useState } from 'react';
import { type FieldValues, type Path, type PathValue, useController, useFormContext } from 'react-hook-form';
import { useRunningUploads } from '../forms/uploads.ts';
import { FileDrop, type FileKind } from './file-drop.tsx';
import type { FileUpload } from './use-upload.ts';

export function useFileAddress<V extends FieldValues>(name: Path<V>) {
  const { setValue, watch } = useFormContext<V>();
  const addressInField: unknown = watch(name);
  return {
    address: typeof addressInField === 'string' ? addressInField : '',
    setAddress: (next: string) =>
      setValue(name, next as PathValue<V, Path<V>>, { shouldDirty: true, shouldValidate: true }),
  };
}

type FileFieldProps<V extends FieldValues> = {
  name: Path<V>;
  kind: FileKind;
  legend: string;
  hint?: string | undefined;
  required?: boolean | undefined;
  /** Text that is shown when there is no file. */
  missing: string;
  urlLabel: string;
  upload: FileUpload;
  aside?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
};

/** A field for an uploaded file. Its address can be typed after one press. */
export function FileField<V extends FieldValues>({
  name,
  missing,
  urlLabel,
  upload: { progress, send },
  children,
  ...box
}: FileFieldProps<V>) {
  const { control } = useFormContext<V>();
  const {
    field: { ref, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name });
  const { address, setAddress } = useFileAddress(name);
  const addressError = address ? error?.message : undefined;
  const [isTyping, setTyping] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const addressDetails = useRef<HTMLDetailsElement>(null);
  const addressInput = useRef<HTMLInputElement>(null);
  const { isUploading, track } = useRunningUploads();

  // A form focuses the first field that it refuses.
  useImperativeHandle(ref, () => ({
    focus: () => {
      if (address && addressDetails.current) addressDetails.current.open = true;
      (address ? addressInput : fileInput).current?.focus();
    },
  }));

  const uploadFile = async ([chosen]: File[]) => {
    const url = chosen && (await track(send(chosen)));
    if (url) setAddress(url);
  };

  return (
    <FileDrop
      {...box}
      name={name}
      error={error && !address ? missing : undefined}
      ref={fileInput}
      progress={progress}
      disabled={isUploading}
      onFiles={uploadFile}
    >
      {children}
      <details
        ref={addressDetails}
        open={isTyping || addressError !== undefined}
        onToggle={({ currentTarget }) => setTyping(currentTarget.open)}
      >
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-green underline underline-offset-4">
          Use a web address
        </summary>
        <Field label={urlLabel} error={addressError}>
          <Input
            ref={addressInput}
            name={name}
            autoComplete="off"
            placeholder="https://…"
            value={address}
            onChange={onChange}
            onBlur={onBlur}
          />
        </Field>
      </details>
    </FileDrop>
  );
}
