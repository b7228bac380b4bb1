import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Images, X } from 'lucide-react';
import { useImperativeHandle, useRef, useState } from 'react';
import { type FieldValues, type Path, type PathValue, useController, useFormContext } from 'react-hook-form';
import { TextField } from '../forms/fields.tsx';
import { useUploads } from '../forms/uploads.ts';
import { ImageDrop } from './image-drop.tsx';
import { ImageLibrary, type LibraryImage } from './image-library.tsx';
import { useUpload } from './use-upload.ts';

export const imageLabels = { imageUrl: 'Image URL', imageAlt: 'Alternative text' };

type ImageFieldProps<V extends FieldValues> = {
  name: Path<V>;
  altName?: Path<V>;
  required?: boolean;
};

export function ImageField<V extends FieldValues>({ name, altName, required }: ImageFieldProps<V>) {
  const { setValue, getValues, control } = useFormContext<V>();
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name });
  const address = typeof value === 'string' ? value : '';
  const error = fieldState.error?.message;
  const wrong = address ? error : undefined;
  const missing = error && !address ? 'Add a picture' : undefined;
  const [isChoosing, setChoosing] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const byAddress = useRef<HTMLDetailsElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  const { isUploading, track } = useUploads();
  const { progress, send } = useUpload();

  // A form focuses the first field that it refuses.
  useImperativeHandle(ref, () => ({
    focus: () => {
      if (address && byAddress.current) byAddress.current.open = true;
      (address ? typed : file).current?.focus();
    },
  }));

  const set = (field: Path<V>, next: string) =>
    setValue(field, next as PathValue<V, Path<V>>, { shouldDirty: true, shouldValidate: true });

  const upload = async ([file]: File[]) => {
    const url = file && (await track(send(file)));
    if (url) set(name, url);
  };
  const choose = ({ url, uses }: LibraryImage) => {
    set(name, url);
    // Reuses the alternative text of another use.
    const alt = uses.find((use) => use.alt)?.alt;
    if (altName && alt && !getValues(altName)) set(altName, alt);
    setChoosing(false);
  };

  return (
    <>
      <ImageDrop
        legend="Picture"
        required={required}
        error={missing}
        ref={file}
        progress={progress}
        disabled={isUploading}
        onFiles={upload}
        aside={
          <div className="w-40 shrink-0 overflow-hidden rounded-small border border-line bg-paper">
            <ResponsiveImage
              // Forgets the error of the previous address.
              key={address}
              src={isAddress(address) ? address : null}
              alt=""
              sizes="160px"
              ratio={4 / 3}
              className="w-full"
            />
          </div>
        }
        actions={
          <>
            <Button variant="outline" size="sm" disabled={isUploading} onClick={() => setChoosing(true)}>
              <Images aria-hidden />
              Choose from library
            </Button>
            {address && !required && (
              <Button variant="ghost" size="sm" onClick={() => set(name, '')}>
                <X aria-hidden />
                Remove picture
              </Button>
            )}
          </>
        }
      >
        {altName && (
          <TextField<V>
            name={altName}
            label={imageLabels.imageAlt}
            hint="Says what the picture shows to people who cannot see it."
          />
        )}
        <details
          ref={byAddress}
          open={isTyping || wrong !== undefined}
          onToggle={({ currentTarget }) => setTyping(currentTarget.open)}
        >
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-green underline underline-offset-4">
            Use a web address
          </summary>
          <Field label={imageLabels.imageUrl} error={wrong}>
            <Input
              ref={typed}
              autoComplete="off"
              placeholder="https://…"
              value={address}
              onChange={onChange}
              onBlur={onBlur}
            />
          </Field>
        </details>
      </ImageDrop>
      {isChoosing && <ImageLibrary onChoose={choose} onClose={() => setChoosing(false)} />}
    </>
  );
}

const isAddress = (typed: string): boolean => /^(?:https?:\/\/|\/(?!\/))/.test(typed);
