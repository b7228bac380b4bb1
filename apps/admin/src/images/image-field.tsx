import { Button } from '@institute/ui/button.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { type FieldValues, type Path, type PathValue, useFormContext, useWatch } from 'react-hook-form';
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
  const address: unknown = useWatch({ control, name });
  const [isChoosing, setChoosing] = useState(false);
  const { isUploading, track } = useUploads();
  const { progress, send } = useUpload();

  const set = (field: Path<V>, value: string) =>
    setValue(field, value as PathValue<V, Path<V>>, { shouldDirty: true, shouldValidate: true });

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
        progress={progress}
        disabled={isUploading}
        onFiles={upload}
        aside={
          <div className="w-32 shrink-0 overflow-hidden rounded-small border border-line bg-paper">
            <ResponsiveImage
              // Forgets the error of the previous address.
              key={String(address)}
              src={isAddress(address) ? address : null}
              alt=""
              sizes="128px"
              ratio={4 / 3}
              className="w-full"
            />
          </div>
        }
        actions={
          <Button variant="outline" size="sm" disabled={isUploading} onClick={() => setChoosing(true)}>
            <Images aria-hidden />
            Choose from library
          </Button>
        }
      >
        <TextField<V>
          name={name}
          label={imageLabels.imageUrl}
          hint="Filled in by an upload."
          required={required}
        />
        {altName && (
          <TextField<V>
            name={altName}
            label={imageLabels.imageAlt}
            hint="Says what the picture shows to people who cannot see it."
          />
        )}
      </ImageDrop>
      {isChoosing && <ImageLibrary onChoose={choose} onClose={() => setChoosing(false)} />}
    </>
  );
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:https?:\/\/|\/(?!\/))/.test(value);
